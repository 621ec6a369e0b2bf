"""Units of measurement: their dimension, and how many of its base unit each is.

Factors are exact by definition (SI Brochure, 9th edition; the international yard and pound of 1959; US customary
volumes). A month is its own base of time, since no number of days is one.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from gnut.text.quantities.numerals import EXACT


class Unit(Struct, frozen=True):
    """A unit."""

    symbol: str
    dimension: str
    base: str
    """Symbol of the dimension's base unit."""

    factor: Fraction
    """How many base units it is."""

    offset: Fraction = Fraction(0)
    """Added after the factor: temperatures."""

    exact: Decimal | None = None
    """The factor, when it has a finite decimal and nothing is added."""

    def in_base(self, value: Decimal) -> Decimal:
        """Return a value of this unit in the base unit; rounded to 60 digits only where no decimal is exact."""
        if self.exact is not None:
            return EXACT.multiply(value, self.exact)
        return decimal(Fraction(value) * self.factor + self.offset)


def decimal(value: Fraction) -> Decimal:
    """Return a fraction as a decimal, of 60 digits where it has none that is exact."""
    return EXACT.divide(Decimal(value.numerator), Decimal(value.denominator))


_TABLE = """
length m
 m 1 = metre metres meter meters metro metros mètre mètres метр метров метра
 km 1000 = kms kilometre kilometres kilometer kilometers kilómetro kilómetros quilómetro quilómetros chilometri км
 cm 0.01 = centimetre centimetres centimeter centimeters zentimeter centímetro centímetros centimètre centimètres см
 mm 0.001 = millimetre millimetres millimeter millimeters milímetro milímetros millimètre millimètres мм
 µm 0.000001 = μm micrometre micrometres micrometer micrometers micron microns
 nm 0.000000001 = nanometre nanometres nanometer nanometers
 ft 0.3048 = foot feet pie pies pieds
 inch 0.0254 = inches pulgada pulgadas pouce pouces zoll
 yd 0.9144 = yard yards yds
 mile 1609.34400 = miles mi milla millas meile meilen
 nmi 1852 =
mass kg
 kg 1 = kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos quilogramas кг
 g 0.001 = gram grams gramme grammes gramm gramo gramos grama gramas grammi г
 mg 0.000001 = milligram milligrams milligramm miligramo miligramos milligramme milligrammes мг
 µg 0.000000001 = μg mcg microgram micrograms mikrogramm
 t 1000 = tonne tonnes tonelada toneladas тонн тонны mt
 kt 1000000 = kilotonne kilotonnes
 Mt 1000000000 = megatonne megatonnes
 Gt 1000000000000 = gigatonne gigatonnes
 lb 0.45359237 = lbs
 oz 0.028349523125 = ounce ounces onza onzas
 short·ton 907.18474 =
time s
 s 1 = sec secs second seconds segundo segundos sekunde sekunden seconde secondes secondi секунд
 ms 0.001 = millisecond milliseconds msec millisekunden
 µs 0.000001 = μs microsecond microseconds
 ns 0.000000001 = nanosecond nanoseconds
 ps 0.000000000001 = picosecond picoseconds
 fs 0.000000000000001 = femtosecond femtoseconds
 min 60 = mins minute minutes minuto minutos minuten minuti минут
 h 3600 = hr hrs hour hours hora horas stunde stunden heure heures ora ore uur часов часа
 day 86400 = days día días dia dias tag tage tagen jour jours giorno giorni dag dagen день дней дня 天
 week 604800 = weeks wk wks semana semanas woche wochen semaine semaines settimana settimane weken недель недели 周
 fortnight 1209600 = fortnights
calendar month
 month 1 = months mo mos mes meses monat monate monaten mois mese mesi mês maand maanden месяцев месяца месяц 个月
 quarter 3 = quarters quartal quartale trimestre trimestres
 year 12 = years yr yrs año años jahr jahre jahren an ans année années anno anni ano anos jaar jaren лет года год 年
 decade 120 = decades jahrzehnt jahrzehnte década décadas décennie décennies
 century 1200 = centuries jahrhundert jahrhunderte siglo siglos siècle siècles
temperature K
 °C 1 273.15 = ºC ℃ °c
 °F 5/9 45967/180 = ºF ℉ °f
 kelvin 1 = kelvins
energy Wh
 Wh 1 =
 kWh 1000 =
 MWh 1000000 =
 GWh 1000000000 =
 TWh 1000000000000 =
power W
 W 1 = watt watts vatios
 kW 1000 = kilowatt kilowatts
 MW 1000000 = megawatt megawatts
 GW 1000000000 = gigawatt gigawatts
 TW 1000000000000 =
 mW 0.001 = milliwatt milliwatts
 hp 745.69987158227022 = horsepower
work J
 J 1 = joule joules
 kJ 1000 = kilojoule kilojoules
 MJ 1000000 = megajoule megajoules
 GJ 1000000000 =
 kcal 4184 = kilocalorie kilocalories
 cal 4.184 =
volume L
 L 1 = l litre litres liter liters litro litros литров
 ml 0.001 = mL millilitre millilitres milliliter milliliters mililitro mililitros
 cl 0.01 = cL
 dl 0.1 = dL
 hl 100 = hL
 m³ 1000 = m3 cbm
 cm³ 0.001 = cm3 cc
 gallon 3.785411784 = gallons gal
 barrel 158.987294928 = barrels bbl bbls barril barriles
 pint 0.473176473 = pints
 quart 0.946352946 = quarts
area m2
 m² 1 = m2 sqm
 km² 1000000 = km2
 cm² 0.0001 = cm2
 ha 10000 = hectare hectares hectárea hectáreas hektar
 acre 4046.8564224 = acres
 sq·ft 0.09290304 = sqft ft² ft2
 sq·mi 2589988.110336 = mi²
data B
 kB 1000 = KB kilobyte kilobytes
 MB 1000000 = megabyte megabytes
 GB 1000000000 = gigabyte gigabytes
 TB 1000000000000 = terabyte terabytes
 PB 1000000000000000 = petabyte petabytes
 KiB 1024 =
 MiB 1048576 =
 GiB 1073741824 =
 TiB 1099511627776 =
 byte 1 = bytes
 bit 0.125 = bits
 kbit 125 = kilobit kilobits kb
 Mbit 125000 = megabit megabits Mb
 Gbit 125000000 = gigabit gigabits Gb
data·rate B/s
 bps·net 0.125 = bit/s
 kbps 125 = kbit/s
 Mbps 125000 = Mbit/s Mb/s
 Gbps 125000000 = Gbit/s Gb/s
 B/s 1 =
 kB/s 1000 = KB/s
 MB/s 1000000 = MBps
 GB/s 1000000000 = GBps
speed km/h
 km/h 1 = kph kmh
 mph 1.609344 = mi/h
 m/s 3.6 =
 knot 1.852 = knots kn
frequency Hz
 Hz 1 = hertz
 kHz 1000 =
 MHz 1000000 =
 GHz 1000000000 =
 rpm 1/60 =
pressure Pa
 Pa 1 = pascal pascals
 hPa 100 =
 kPa 1000 =
 MPa 1000000 =
 bar 100000 = bars
 mbar 100 =
 psi 6894.757293168361 =
 mmHg 133.322387415 =
voltage V
 V 1 = volt volts
 kV 1000 =
 mV 0.001 =
current A
 A 1 = amp amps ampere amperes
 mA 0.001 =
charge Ah
 Ah 1 =
 mAh 0.001 =
force N
 N 1 = newton newtons
 kN 1000 =
angle °
 ° 1 = deg degree degrees grad grados degrés
substance mol
 mol 1 = moles
 mmol 0.001 =
concentration ppm
 ppm 1 =
 ppb 0.001 =
sound dB
 dB 1 = decibel decibels
pixels px
 px 1 = pixel pixels
 MP 1000000 = megapixel megapixels
"""
"""`dimension base`, then ` symbol factor [offset] = other spellings`; a middle dot stands for a blank."""

BARE_LETTERS = frozenset("m g t s h l L W J V A N K B k b T M".split())
"""Symbols of one letter, which are a unit only right behind a number and never before a bracket or a full stop
of an abbreviation; `m`, `t`, `k` and `b` are scales after money."""

EXACT_CASE = 6
"""Spellings of at most so many characters that hold a capital keep their case: `MW` is not `mW`."""


def _made(symbol: str, dimension: str, base: str, factor: Fraction, offset: Fraction = Fraction(0)) -> Unit:
    finite = decimal(factor)
    exact = finite if not offset and Fraction(finite) == factor else None
    return Unit(symbol, dimension, base, factor, offset, exact)


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, Unit], dict[str, Unit]]:
    exact: dict[str, Unit] = {}
    words: dict[str, Unit] = {}
    dimension = base = ""
    for line in _TABLE.strip().splitlines():
        if not line.startswith(" "):
            dimension, base = line.split()
            dimension = dimension.replace("·", " ")
            continue
        left, _, right = line.partition(" =")
        symbol, factor, *offset = left.split()
        name = symbol.replace("·net", "").replace("·", " ")
        unit = _made(name, _named(dimension), base, Fraction(factor), Fraction(*offset))
        for spelling in (name, *right.split()):
            exact[spelling] = unit
            if len(spelling) > 2 and spelling == spelling.lower():
                words[spelling] = unit
    return exact, words


def _named(dimension: str) -> str:
    return {"calendar": "time"}.get(dimension, dimension)


def unit(spelling: str) -> Unit | None:
    """Return the unit that a spelling names; symbols by their case, words of three letters and more in any."""
    exact, words = _tables()
    return exact.get(spelling) or words.get(spelling.casefold())


def rate(over: Unit, under: str) -> Unit | None:
    """Return the unit of so many of one unit a unit of another (`g/km`); None when the second is none."""
    other = unit(under)
    if other is None:
        return None
    symbol = f"{over.symbol}/{other.symbol}"
    base = f"{over.base}/{other.base}"
    return _made(symbol, f"{over.dimension} per {other.dimension}", base, over.factor / other.factor)
