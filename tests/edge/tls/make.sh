#!/bin/sh
# Makes the certificates of tests/edge/test_net_tls.py anew: sh tests/edge/tls/make.sh (needs openssl 3).
# They are of names that nobody can own (RFC 2606), and the keys of the two authorities are thrown away, so that
# what is kept here can prove nothing to anybody but these tests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

SINCE=20200101000000Z
UNTIL=20760101000000Z

authority() { # NAME: a certificate authority
    mkdir "$1"
    : > "$1/index"
    echo 1000 > "$1/serial"
    openssl ecparam -name prime256v1 -genkey -noout -out "$1/key"
    cat > "$1/conf" <<CONF
[ca]
default_ca = us
[us]
database = $work/$1/index
serial = $work/$1/serial
new_certs_dir = $work/$1
private_key = $work/$1/key
certificate = $work/$1/cert
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
CONF
    openssl req -new -key "$1/key" -subj "/CN=Authority $1" -config "$1/conf" -out "$1/request"
    openssl ca -batch -notext -config "$1/conf" -extensions root -selfsign \
        -startdate $SINCE -enddate $UNTIL -in "$1/request" -out "$1/cert" 2> /dev/null
}

server() { # NAME AUTHORITY SUBJECT-ALTERNATIVE-NAMES SINCE UNTIL
    openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
    openssl req -new -key "$1.key" -subj "/CN=$1" -addext "subjectAltName = $3" -out "$1.request"
    openssl ca -batch -notext -config "$2/conf" -startdate "$4" -enddate "$5" \
        -in "$1.request" -out "$1.cert" 2> /dev/null
    cat "$1.key" "$1.cert" > "$here/$1.pem"
}

authority known
authority stranger
cp known/cert "$here/authority.pem"
NAMES=DNS:public.test,IP:127.0.0.1
server right known $NAMES $SINCE $UNTIL
server expired known $NAMES 20200101000000Z 20200201000000Z
server future known $NAMES 20750101000000Z $UNTIL
server wrong-host known DNS:other.test,DNS:*.public.test,IP:127.0.0.2 $SINCE $UNTIL
server unknown-authority stranger $NAMES $SINCE $UNTIL

openssl ecparam -name prime256v1 -genkey -noout -out self.key
authority self
openssl req -new -key self.key -subj "/CN=public.test" -addext "subjectAltName = $NAMES" -out self.request
sed -e "s#self/key#self.key#" self/conf > self.conf
openssl ca -batch -notext -config self.conf -selfsign -startdate $SINCE -enddate $UNTIL \
    -in self.request -out self.cert 2> /dev/null
cat self.key self.cert > "$here/self-signed.pem"
