# bash completion for taisen; printed by `taisen completions bash`
# shellcheck shell=bash disable=SC2034
_taisen_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_taisen_files() { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
_taisen_folders() { mapfile -t COMPREPLY < <(compgen -d -- "$cur"); }
_taisen_argument() {
    case $1 in
    game) _taisen_words "$(taisen games 2>/dev/null | cut -d' ' -f1)" ;;
    language) _taisen_words "$(taisen new --list 2>/dev/null | cut -d' ' -f1)" ;;
    bot) _taisen_words "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | sed 's/^bot:\([^ ]*\).*/\1/')" ;;
    seat) mapfile -t COMPREPLY < <(compgen -W "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | cut -d' ' -f1)" -- "$cur" && compgen -f -- "$cur") ;;
    action) _taisen_words "$actions" ;;
    word:*) _taisen_words "$(printf '%s' "${1#word:}" | tr '|' ' ')" ;;
    folder) _taisen_folders ;;
    file | command) _taisen_files ;;
    esac
}
_taisen() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} options="" arguments="" actions="" kinds kind
    if [ "$COMP_CWORD" -eq 1 ]; then
        _taisen_words "new play check batch tournament day tune stats db worker serve submit account join replay sim gen bot chaser-server qualifier map campaign doctor games bots bench man --help --version"
        return
    fi
    case ${COMP_WORDS[1]} in
    new)
        options="--list --json --help"
        arguments="game language folder"
        case $prev in
        esac
        ;;
    play)
        options="--name --seed --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --record --no-stderr --log --compat --sandbox --memory --processes --file-size --tmp-size --json --quiet --help"
        arguments="game seat..."
        case $prev in
        --name) return ;;
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --match-ms) return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu online" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --record) _taisen_files && return ;;
        --log) _taisen_folders && return ;;
        --compat) _taisen_words "official" && return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    check)
        options="--language --games --from --seed --setup --map --turn-ms --name-ms --answer-size --output-size --stderr-size --sandbox --memory --processes --file-size --tmp-size --json --help"
        arguments="game seat"
        case $prev in
        --language) return ;;
        --games) return ;;
        --from) _taisen_files && return ;;
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    batch)
        options="--games --seeds --maps --jobs --keep --gauntlet --sprt --out --resume --records --name --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --no-stderr --log --compat --sandbox --memory --processes --file-size --tmp-size --json --help"
        arguments="game seat..."
        case $prev in
        --games) return ;;
        --seeds) return ;;
        --maps) _taisen_folders && return ;;
        --jobs) return ;;
        --sprt) return ;;
        --out) _taisen_files && return ;;
        --records) _taisen_folders && return ;;
        --name) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --match-ms) return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu online" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --log) _taisen_folders && return ;;
        --compat) _taisen_words "official" && return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    tournament)
        options="--check --jobs --out --resume --decide --records --svg --think --clock --margin-ms --no-stderr --cores --answer-size --output-size --stderr-size --sandbox --memory --processes --file-size --tmp-size --json --help"
        arguments="file"
        case $prev in
        --jobs) return ;;
        --out) _taisen_files && return ;;
        --decide) return ;;
        --records) _taisen_folders && return ;;
        --svg) _taisen_files && return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    day)
        options="--check --yes --title --dir --maps --courts --ports --turns --bot --knockout --janken --seed --strict --again --forfeit --accept --decide --listen --no-page --certificates --organiser --lang --json --help"
        arguments="file"
        case $prev in
        --title) return ;;
        --dir) _taisen_folders && return ;;
        --maps) _taisen_folders && return ;;
        --courts) return ;;
        --ports) return ;;
        --turns) return ;;
        --bot) return ;;
        --knockout) return ;;
        --seed) return ;;
        --again) return ;;
        --forfeit) return ;;
        --accept) return ;;
        --decide) return ;;
        --listen) return ;;
        --certificates) return ;;
        --organiser) return ;;
        --lang) _taisen_words "en ja" && return ;;
        esac
        ;;
    tune)
        options="--jobs --out --resume --svg --clock --margin-ms --cores --answer-size --output-size --stderr-size --sandbox --memory --processes --file-size --tmp-size --json --help"
        arguments="file"
        case $prev in
        --jobs) return ;;
        --out) _taisen_files && return ;;
        --svg) _taisen_files && return ;;
        --clock) _taisen_words "wall cpu" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    stats)
        options="--sprt --svg --json --help"
        arguments="file..."
        case $prev in
        --sprt) return ;;
        --svg) _taisen_files && return ;;
        esac
        ;;
    db)
        options="--db --rating --setup --map --set --language --games --seed --records --most --json --help"
        arguments="action file..."
        actions="init migrate check export import add-ladder add-contest add-player queue ladders standings matches record annul workers open close rerate"
        case $prev in
        --db) _taisen_files && return ;;
        --rating) _taisen_words "glicko2 codevs5 none" && return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --set) return ;;
        --language) return ;;
        --games) return ;;
        --seed) return ;;
        --records) _taisen_folders && return ;;
        --most) return ;;
        esac
        ;;
    worker)
        options="--db --jobs --name --drain --once --records --no-records --no-stderr --live --pace-ms --lease-ms --patience --programs --languages --build-limit --sandbox-min --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --sandbox --memory --processes --file-size --tmp-size --json --quiet --help"
        arguments=""
        case $prev in
        --db) _taisen_files && return ;;
        --jobs) return ;;
        --name) return ;;
        --records) _taisen_folders && return ;;
        --live) _taisen_folders && return ;;
        --pace-ms) return ;;
        --lease-ms) return ;;
        --patience) return ;;
        --programs) _taisen_folders && return ;;
        --languages) _taisen_files && return ;;
        --build-limit) return ;;
        --sandbox-min) _taisen_words "none weak full" && return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    serve)
        options="--listen --var --db --jobs --no-bots --pace-ms --sandbox --play-turn-ms --play-limit --home-limit --connections --streams --requests --patience --signup --tries --https --submissions --spectators --try --languages --build-limit --downloads --sandbox-min --records --watch --pages --json --help"
        arguments=""
        case $prev in
        --listen) return ;;
        --var) _taisen_folders && return ;;
        --db) _taisen_files && return ;;
        --jobs) return ;;
        --pace-ms) return ;;
        --play-turn-ms) return ;;
        --play-limit) return ;;
        --home-limit) return ;;
        --connections) return ;;
        --streams) return ;;
        --requests) return ;;
        --patience) return ;;
        --signup) _taisen_words "closed invitation open" && return ;;
        --tries) return ;;
        --submissions) return ;;
        --spectators) _taisen_words "after live" && return ;;
        --languages) _taisen_files && return ;;
        --build-limit) return ;;
        --downloads) _taisen_folders && return ;;
        --sandbox-min) _taisen_words "none weak full" && return ;;
        --records) _taisen_folders && return ;;
        --watch) _taisen_folders && return ;;
        --pages) _taisen_folders && return ;;
        esac
        ;;
    submit)
        options="--ladder --token --token-file --language --wait --rated --no-wait --cacert --json --help"
        arguments="none file"
        case $prev in
        --ladder) return ;;
        --token) return ;;
        --token-file) _taisen_files && return ;;
        --language) return ;;
        --cacert) _taisen_files && return ;;
        esac
        ;;
    account)
        options="--db --organiser --stdin --check --undo --cards --url --uses --json --help"
        arguments="action file..."
        actions="add list class password ban unban invite"
        case $prev in
        --db) _taisen_files && return ;;
        --cards) _taisen_files && return ;;
        --url) return ;;
        --uses) return ;;
        esac
        ;;
    join)
        options="--token-file --token --game --ladder --room --jobs --matches --once --relay --cacert --sandbox --memory --processes --file-size --tmp-size --json --help"
        arguments="none command..."
        case $prev in
        --token-file) _taisen_files && return ;;
        --token) return ;;
        --game) return ;;
        --ladder) return ;;
        --room) return ;;
        --jobs) return ;;
        --matches) return ;;
        --relay) return ;;
        --cacert) _taisen_files && return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    replay)
        options="--verify --turn --input --html --from --rerun --limit-mb --json --seed --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --record --no-stderr --log --compat --sandbox --memory --processes --file-size --tmp-size --help"
        arguments="file seat..."
        case $prev in
        --turn) return ;;
        --input) return ;;
        --html) _taisen_files && return ;;
        --from) return ;;
        --rerun) return ;;
        --limit-mb) return ;;
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --match-ms) return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu online" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --record) _taisen_files && return ;;
        --log) _taisen_folders && return ;;
        --compat) _taisen_words "official" && return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    sim)
        options="--inputs --help"
        arguments="game file"
        case $prev in
        esac
        ;;
    gen)
        options="--seed --setup --map --json --help"
        arguments="game"
        case $prev in
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        esac
        ;;
    bot)
        options="--seed --connect --help"
        arguments="game bot"
        case $prev in
        --seed) return ;;
        --connect) return ;;
        esac
        ;;
    chaser-server)
        options="--cool --hot --ports --bot-for --bot --swap --games --records --seed --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --record --no-stderr --log --compat --help"
        arguments=""
        case $prev in
        --cool) return ;;
        --hot) return ;;
        --ports) return ;;
        --bot-for) _taisen_words "cool hot" && return ;;
        --bot) return ;;
        --games) return ;;
        --records) _taisen_folders && return ;;
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --match-ms) return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu online" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --record) _taisen_files && return ;;
        --log) _taisen_folders && return ;;
        --compat) _taisen_words "official" && return ;;
        esac
        ;;
    qualifier)
        options="--places --json --help"
        arguments="file..."
        case $prev in
        --places) return ;;
        esac
        ;;
    map)
        options="--json --help"
        arguments="word:check|show file..."
        case $prev in
        esac
        ;;
    campaign)
        options="--stages --seed --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores --answer-size --output-size --stderr-size --record --no-stderr --log --compat --sandbox --memory --processes --file-size --tmp-size --json --quiet --help"
        arguments="word:codevs4 seat"
        case $prev in
        --stages) return ;;
        --seed) return ;;
        --setup) return ;;
        --map) _taisen_files && return ;;
        --match-ms) return ;;
        --turn-ms) return ;;
        --name-ms) return ;;
        --think) _taisen_words "parallel serial" && return ;;
        --clock) _taisen_words "wall cpu online" && return ;;
        --margin-ms) return ;;
        --cores) return ;;
        --answer-size) return ;;
        --output-size) return ;;
        --stderr-size) return ;;
        --record) _taisen_files && return ;;
        --log) _taisen_folders && return ;;
        --compat) _taisen_words "official" && return ;;
        --memory) return ;;
        --processes) return ;;
        --file-size) return ;;
        --tmp-size) return ;;
        esac
        ;;
    doctor)
        options="--json --help"
        arguments=""
        case $prev in
        esac
        ;;
    games)
        options="--json --help"
        arguments=""
        case $prev in
        esac
        ;;
    bots)
        options="--json --help"
        arguments="game"
        case $prev in
        esac
        ;;
    bench)
        options="--speed --json --help"
        arguments=""
        case $prev in
        esac
        ;;
    man)
        options="--help"
        arguments=""
        case $prev in
        esac
        ;;
    esac
    if [[ $cur == -* ]]; then
        _taisen_words "$options"
        return
    fi
    read -ra kinds <<<"$arguments"
    kind=${kinds[COMP_CWORD - 2]:-}
    if [ -z "$kind" ] && [[ $arguments == *... ]]; then kind=${kinds[-1]}; fi
    _taisen_argument "${kind%...}"
}
COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}
complete -F _taisen taisen
