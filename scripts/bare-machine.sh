#!/usr/bin/env bash
# Tries Tandem as a stranger would: on a Debian of its own that has Node 20, npm and git and nothing else, as an account without
# root, from a fresh clone of what is committed here. Without arguments: a headless start that must answer, then `npm test`.
#
#   sudo scripts/bare-machine.sh                              everything
#   sudo scripts/bare-machine.sh npm test -- test/e2e         this command, in a fresh clone
#   sudo scripts/bare-machine.sh --again npm test -- test/e2e this command, in the clone of the time before, brought up to date
#
# Needs root, debootstrap and npm on the machine that runs it. The place is kept between runs: $BARE_MACHINE, else /var/tmp/tandem-bare.
set -euo pipefail

say() { printf 'bare-machine: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=${BARE_MACHINE:-/var/tmp/tandem-bare}
node_version=20
npm_version=10
user=stranger
home=/home/$user

[[ $(uname -s) == Linux && $(id -u) == 0 ]] || fail 'needs Linux and root: it makes a chroot. Inside, everything runs without root.'

# --- Outside: make the place ---------------------------------------------------------------------------------------------------

make_debian() {
  command -v debootstrap >/dev/null || fail 'debootstrap is missing (Debian: apt-get install debootstrap).'
  say "making a Debian in $root (once)"
  debootstrap --variant=minbase --include=git bookworm "$root" >/dev/null
  # Some systems bring no tar: nothing may need it.
  rm -f "$root/bin/tar"
  touch "$root/.complete"
}

# Node and the npm that comes with it, from the registry: both are plain archives.
add_node() {
  local arch parts package
  case $(uname -m) in x86_64) arch=x64 ;; aarch64) arch=arm64 ;; *) fail "no Node package for $(uname -m)" ;; esac
  say "adding Node $node_version with npm $npm_version (once)"
  parts=$(mktemp -d)
  for package in "node-linux-$arch@$node_version" "npm@$npm_version"; do
    (cd "$parts" && npm pack --silent "$package" >/dev/null)
  done
  tar xzf "$parts"/node-linux-*.tgz -C "$parts"
  install -m 755 "$parts/package/bin/node" "$root/usr/local/bin/node"
  rm -rf "$parts/package" "$root/usr/local/lib/npm"
  tar xzf "$parts"/npm-*.tgz -C "$parts"
  mkdir -p "$root/usr/local/lib"
  mv "$parts/package" "$root/usr/local/lib/npm"
  ln -sf ../lib/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -sf ../lib/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  chmod 755 "$root"/usr/local/lib/npm/bin/*.js
  rm -rf "$parts"
}

# How this machine reaches the network and its package registry holds inside, too. Nothing of it is written down here.
add_network() {
  local file
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  printf '127.0.0.1 localhost\n::1 localhost\n' >"$root/etc/hosts"
  mkdir -p "$root/etc/ssl/certs"
  [[ -f /etc/ssl/certs/ca-certificates.crt ]] && cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  file=$(npm config get globalconfig 2>/dev/null || true)
  [[ -f $file ]] && install -D -m 644 "$file" "$root/usr/local/etc/npmrc"
  file=$(npm config get userconfig 2>/dev/null || true)
  if [[ -f $file ]]; then install -o 1000 -g 1000 -m 600 "$file" "$root$home/.npmrc"; fi
}

[[ -e $root/.complete ]] || make_debian
[[ -x $root/usr/local/bin/npm ]] || add_node
grep -q "^$user:" "$root/etc/passwd" || chroot "$root" useradd --create-home --uid 1000 --shell /bin/bash "$user"
add_network

if [[ ${1:-} == --again ]]; then shift; else rm -rf "$root$home/tandem"; fi
git -C "$repo" -c safe.directory="$repo" bundle create --quiet "$root/tmp/tandem.bundle" HEAD
chmod 644 "$root/tmp/tandem.bundle"
[[ -z $(git -C "$repo" -c safe.directory="$repo" status --porcelain) ]] || say 'note: changes that are not committed are not part of it'

# --- Inside: what the stranger does --------------------------------------------------------------------------------------------

cat >"$root/tmp/stranger.sh" <<'STRANGER'
set -euo pipefail
cd
[[ -d tandem ]] || git -c advice.detachedHead=false clone --quiet /tmp/tandem.bundle tandem
cd tandem
git fetch --quiet /tmp/tandem.bundle HEAD
git checkout --quiet FETCH_HEAD
# Not `exec`: this shell is the first process in here, and the first one has to bury whoever is orphaned.
if [[ $# -gt 0 ]]; then
  "$@"
  exit
fi
coproc tandem { exec npm start -- --headless --port 0 --data-dir "$HOME/data"; }
pid=$tandem_PID
while read -r -t 300 line <&"${tandem[0]}"; do
  printf '%s\n' "$line"
  [[ $line =~ 'Tandem is ready at '(http:[^ ]+) ]] && break
done
node -e 'fetch(`${process.argv[1]}/health`).then(async (answer) => { console.log(answer.status, await answer.text()); process.exit(answer.ok ? 0 : 1) })' "${BASH_REMATCH[1]:?it did not start}"
kill -INT "$pid"
wait "$pid"
npm test
STRANGER

# Mounts and processes of its own: both are gone when this ends, however it ends.
export root home user
exec unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s /proc/self/fd/0 "$root/dev/stdin"
  ln -s /proc/self/fd/1 "$root/dev/stdout"
  ln -s /proc/self/fd/2 "$root/dev/stderr"
  mkdir "$root/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  pass=(HOME="$home" USER="$user" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 TERM="${TERM:-dumb}")
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS; do
    if [[ ${!name:-} ]]; then pass+=("$name=${!name}"); fi
  done
  exec chroot --userspec=1000:1000 "$root" /usr/bin/env -i "${pass[@]}" /bin/bash /tmp/stranger.sh "$@"
' bare-machine "$@"
