# shellcheck shell=bash
# A Debian 12 in a folder, for tests that need one nobody has touched: make_debian DIR, then run_in DIR USER FOLDER COMMAND. To be
# sourced by tests/heavy/fresh and others, as root; the user `tester` of that Debian may use sudo.
[ "$(id -u)" = 0 ] || { echo "${0##*/}: as root, please" >&2; exit 2; }
for tool in debootstrap git unshare; do
    command -v $tool >/dev/null || { echo "${0##*/}: $tool is missing" >&2; exit 2; }
done

# The mirror, keys, proxies and certificates of this machine, so that the new one reaches what this one does.
make_debian() {
    local root=$1 mirror
    [ ! -e "$root/etc/made" ] || return 0
    mirror=$(sed -n -e 's/^URIs: *\([^ ]*\).*/\1/p' -e 's/^deb [^h]*\(http[^ ]*\).*/\1/p' \
        /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
    debootstrap --variant=minbase --include=ca-certificates,git,sudo bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
        { tail -n 5 "$root.log" >&2; exit 2; }
    cp -r /etc/apt/apt.conf.d /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null || true
    cp -r /usr/share/keyrings/. "$root/usr/share/keyrings/"
    cp -rL --remove-destination /etc/ssl/certs/. "$root/etc/ssl/certs/"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cat /usr/etc/npmrc /etc/npmrc "$HOME/.npmrc" 2>/dev/null | grep -e ^registry -e ^cafile -e ^https-proxy >"$root/etc/npmrc" || true
    chroot "$root" useradd -m -s /bin/bash tester
    echo 'tester ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/tester"
    touch "$root/etc/made"
}

# By pivot_root, not chroot: who is in a chroot may not make user namespaces, and the sandbox needs them.
# shellcheck disable=SC2016 # is for the inner shell
enter='
    set -e
    mount --make-rprivate /
    mount --bind "$1" "$1"; cd "$1"; mkdir -p old-root
    mount --rbind /dev dev; mount --rbind /sys sys; mount -t tmpfs -o mode=1777 tmpfs tmp
    if [ -n "$SEES" ]; then mkdir -p ".$SEES"; mount --bind "$SEES" ".$SEES"; fi
    pivot_root . old-root; cd /
    mount -t proc proc /proc
    umount -l /old-root
    shift
    exec "$@"'

# SEES: a folder of this machine that is seen there, too.
run_in() {
    local root=$1 user=$2 folder=$3 home=/root as=()
    shift 3
    if [ "$user" != root ]; then home=/home/$user as=(setpriv --reuid="$user" --regid="$user" --init-groups); fi
    SEES=${SEES-} unshare -m -p -f --kill-child bash -c "$enter" _ "$root" env -i HOME="$home" TERM=dumb LANG=C.UTF-8 NPM_CONFIG_GLOBALCONFIG=/etc/npmrc \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        "${as[@]}" sh -c "cd $folder && $*"
}
