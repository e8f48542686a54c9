#!/usr/bin/env bash
# Runs nginx and Caddy with the files of examples/site in front of the server. Changes in them only ports, certificates
# and paths. Exits with 77 if a program is not there.
# usage: proxies.sh COMMAND TABLES SOURCE_DIR
set -euo pipefail
command=$1 tables=$2 source=$3
PATH=$PATH:/usr/sbin
for program in nginx caddy curl openssl; do
    command -v "$program" >/dev/null || { echo "no $program here"; exit 77; }
done
work=$(mktemp -d)
chmod 711 "$work"  # started as root, nginx works as another user
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    tail -n 20 "$work"/*.log
    exit 1
}

free_port() {  # one that nobody listens to now
    local port
    for _ in {1..100}; do
        port=$((20000 + RANDOM % 10000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
    return 1
}

await() {  # a server that answers at the address
    for _ in {1..200}; do
        curl -sk -o /dev/null --max-time 2 "${@}" && return
        sleep 0.05
    done
    fail "nothing answers: $*"
}

while read -r file; do
    [[ -e $source/docs/$file ]] || fail "docs/site.md leads to $file, which is not there"
done < <(grep -o ']([^):]*)' "$source/docs/site.md" | sed 's/](\(.*\))/\1/')

# The server, with the options of the unit.
options=$(sed -n 's/^ExecStart=[^ ]* serve --dir [^ ]* //p' "$source/examples/site/dameotb.service")
back=$(free_port)
mkdir "$work/counts"  # other tests share the tables
# shellcheck disable=SC2086
"$command" serve --dir "$tables" --stats-dir "$work/counts" --port "$back" $options >"$work/server.log" 2>&1 &
pids+=($!)
await "http://127.0.0.1:$back/health"

openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=tables.example -addext subjectAltName=DNS:tables.example \
    -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null

plain=$(free_port) secure=$(free_port)
sed -e "s/127.0.0.1:8080/127.0.0.1:$back/" -e "/listen \[::\]/d" -e "s/listen 80;/listen 127.0.0.1:$plain;/" \
    -e "s/listen 443/listen 127.0.0.1:$secure/" -e "s#/etc/letsencrypt/live/tables.example#$work#" \
    "$source/examples/site/nginx.conf" >"$work/site.conf"
cat >"$work/nginx.conf" <<END
daemon off;
pid $work/nginx.pid;
error_log $work/nginx.log;
events {}
http {
    access_log off;
    client_body_temp_path $work/body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    include $work/site.conf;
}
END
nginx -e "$work/nginx.log" -c "$work/nginx.conf" 2>"$work/nginx_start.log" &
pids+=($!)

caddy_port=$(free_port)
{
    echo "{ admin off
            auto_https disable_redirects }" | sed 's/{ /{\n/; s/ }/\n}/'
    sed -e "s/127.0.0.1:8080/127.0.0.1:$back/" \
        -e "s#^tables.example {#tables.example:$caddy_port {\n\ttls $work/fullchain.pem $work/privkey.pem#" \
        "$source/examples/site/Caddyfile"
} >"$work/Caddyfile"
HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work caddy run --config "$work/Caddyfile" --adapter caddyfile \
    >"$work/caddy.log" 2>&1 &
pids+=($!)

probe='/api/v1/probe?fen=W:WKa7,Kh8:BKa1'
for port in "$secure" "$caddy_port"; do
    ask() {  # PATH, options of curl
        curl -s --max-time 20 --cacert "$work/fullchain.pem" --resolve "tables.example:$port:127.0.0.1" "${@:2}" \
            "https://tables.example:$port$1"
    }
    status() { ask "$@" -o /dev/null -w '%{http_code}'; }
    is() { [[ $2 == "$1" ]] || fail "port $port: $3: $2 instead of $1"; }

    await --resolve "tables.example:$port:127.0.0.1" "https://tables.example:$port/health"
    [[ $(ask "$probe") == *'"result":"win","plies":5'* ]] || fail "port $port: no answer"
    ask "$probe" -D "$work/headers" -o /dev/null --compressed
    grep -qi '^cache-control: public, max-age=3600' "$work/headers" || fail "port $port: no Cache-Control"
    is 1 "$(grep -ci '^access-control-allow-origin: \*' "$work/headers")" "headers for other sites"
    tag=$(sed -n 's/^etag: *\(.*\)\r$/\1/Ip' "$work/headers")
    is 304 "$(status "$probe" -H "If-None-Match: $tag" --compressed)" "an answer that the client has"
    is 200 "$(status /)" "the explorer"
    is 200 "$(status "/api/v1/random?class=KKvK&plies=9")" "a random position"

    printf '{"fens":["W:WKa7,Kh8:BKa1"%s]}' "$(printf ',"B:WKb2,Kh8:BKa1"%.0s' {1..999})" >"$work/body.json"
    for _ in 1 2 3; do  # the later ones on connections that the proxy keeps
        post=(-H 'Content-Type: application/json' --data-binary "@$work/body.json")
        is 1000 "$(ask /api/v1/probe "${post[@]}" --compressed | grep -o '"plies"' | wc -l)" "many positions"
    done
    head -c 131073 /dev/zero | tr '\0' ' ' >"$work/long.json"
    # Caddy passes a body on while it reads it, and says 502 if it finds it too long after the server has.
    long=$(status /api/v1/probe -H 'Content-Type: application/json' --data-binary "@$work/long.json")
    [[ $port == "$caddy_port" && $long == 502 ]] || is 413 "$long" "a long body"
    is 421 "$(curl -s -o /dev/null -w '%{http_code}' -H 'Host: other.example' "http://127.0.0.1:$back/health")" \
        "another name"
done

[[ $(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' -H 'Host: tables.example' "http://127.0.0.1:$plain/x?y") == \
    '301 https://tables.example/x?y' ]] || fail "nginx does not lead to https"

# Rates: 11 requests at once and 2 a second for what takes longer, 61 and 20 for the rest.
count_429() {  # how many of 200 requests
    curl -sk --resolve "tables.example:$secure:127.0.0.1" "https://tables.example:$secure$1[1-200]" -o /dev/null \
        -w '%{http_code}\n' | grep -c '^429' || true
}
sleep 1
(($(count_429 "$probe&n=") > 50)) || fail "nginx lets 200 requests through"
(($(count_429 "/api/v1/stats/KvK?n=") > 100)) || fail "nginx lets 200 requests for statistics through"

# What nginx refuses itself, pages of other sites can read as what the server refuses.
for _ in {1..200}; do
    refusal=$(curl -s --max-time 20 --cacert "$work/fullchain.pem" --resolve "tables.example:$secure:127.0.0.1" \
        -D "$work/headers" "https://tables.example:$secure/api/v1/random?class=KKvK")
    grep -q '^HTTP/[0-9.]* 429' "$work/headers" && break
done
[[ $refusal == '{"error":{"code":"too_many_requests",'* ]] || fail "nginx's own refusal: $refusal"
for header in 'access-control-allow-origin: \*' 'retry-after: 1' 'content-type: application/json'; do
    [[ $(grep -ci "^$header" "$work/headers") == 1 ]] || fail "nginx's own refusal lacks $header"
done
echo "nginx and Caddy pass"
