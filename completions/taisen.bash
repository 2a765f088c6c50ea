# bash completion for taisen
_taisen() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local match="--seed --setup --map --match-ms --turn-ms --name-ms --think --clock --record --no-stderr --log"
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "play replay sim gen bot games bots bench --help --version" -- "$cur")
        return
    fi
    case $prev in
    --think) mapfile -t COMPREPLY < <(compgen -W "parallel serial" -- "$cur") && return ;;
    --clock) mapfile -t COMPREPLY < <(compgen -W "wall cpu" -- "$cur") && return ;;
    --map | --record) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
    --log) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && return ;;
    esac
    if [[ $cur == -* ]]; then
        local options=--help
        case $command in
        play) options="$match --json --quiet --help" ;;
        replay) options="--verify --turn --input --from --rerun --json $match --help" ;;
        sim) options="--inputs --help" ;;
        gen) options="--seed --setup --map --json --help" ;;
        bot) options="--seed --connect --help" ;;
        games | bots) options="--json --help" ;;
        bench) options="--speed --json --help" ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    case $command in
    play | sim | gen | bot | bots)
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(taisen games 2>/dev/null | cut -d' ' -f1)" -- "$cur")
            return
        fi
        ;;
    esac
    if [ "$command" = play ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | cut -d' ' -f1)" -- "$cur" && compgen -f -- "$cur")
    elif [ "$command" = bot ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | sed 's/^bot:\([^ ]*\).*/\1/')" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}
complete -F _taisen taisen
