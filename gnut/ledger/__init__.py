"""Put every unit of a report into one of three buckets, and say what blocks."""
