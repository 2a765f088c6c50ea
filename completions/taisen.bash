# bash completion for taisen
_taisen() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local output="--answer-size --output-size --stderr-size"
    local match="--seed --setup --map --match-ms --turn-ms --name-ms --think --clock --margin-ms --cores $output --record --no-stderr --log --compat"
    local cage="--sandbox --memory --processes --file-size --tmp-size"
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "new play check batch tournament tune stats replay sim gen bot chaser-server qualifier campaign map doctor games bots bench db worker serve submit join account --help --version" -- "$cur")
        return
    fi
    case $prev in
    --compat) mapfile -t COMPREPLY < <(compgen -W "official" -- "$cur") && return ;;
    --bot-for) mapfile -t COMPREPLY < <(compgen -W "cool hot" -- "$cur") && return ;;
    --signup) mapfile -t COMPREPLY < <(compgen -W "open invitation closed" -- "$cur") && return ;;
    --sandbox-min) mapfile -t COMPREPLY < <(compgen -W "full weak none" -- "$cur") && return ;;
    --think) mapfile -t COMPREPLY < <(compgen -W "parallel serial" -- "$cur") && return ;;
    --clock) mapfile -t COMPREPLY < <(compgen -W "wall cpu" -- "$cur") && return ;;
    --map | --record | --out | --svg) mapfile -t COMPREPLY < <(compgen -f -- "$cur") && return ;;
    --log | --records | --maps) mapfile -t COMPREPLY < <(compgen -d -- "$cur") && return ;;
    esac
    if [[ $cur == -* ]]; then
        local options=--help
        case $command in
        new) options="--list --json --help" ;;
        play) options="$match $cage --json --quiet --help" ;;
        check) options="--language --games --seed --setup --map --turn-ms --name-ms $output $cage --json --help" ;;
        batch) options="--games --seeds --maps --jobs --gauntlet --sprt --out --resume --records --json $match $cage --help" ;;
        tournament) options="--check --jobs --out --resume --records --svg --think --clock --margin-ms --no-stderr --json $cage --help" ;;
        tune) options="--jobs --out --resume --svg --clock --margin-ms --json $cage --help" ;;
        stats) options="--sprt --svg --json --help" ;;
        replay) options="--verify --turn --input --html --from --rerun --limit-mb --json $match $cage --help" ;;
        sim) options="--inputs --help" ;;
        gen) options="--seed --setup --map --json --help" ;;
        qualifier) options="--places --json --help" ;;
        chaser-server) options="--cool --hot --ports --bot-for --bot --swap --games --records $match --help" ;;
        bot) options="--seed --connect --help" ;;
        campaign) options="--stages --json --quiet $match --help" ;;
        db) options="--db --rating --setup --map --set --language --games --seed --records --most --json --help" ;;
        worker) options="--db --jobs --name --drain --once --records --no-records --no-stderr --live --pace-ms --lease-ms --patience --programs --languages --build-limit --sandbox-min --think --clock --margin-ms $output $cage --json --quiet --help" ;;
        serve) options="--listen --var --db --jobs --no-bots --pace-ms --sandbox --play-turn-ms --play-limit --home-limit --connections --streams --requests --patience --signup --tries --https --submissions --languages --build-limit --sandbox-min --records --watch --pages --json --help" ;;
        join) options="--token --token-file --game --ladder --room --jobs --matches --once --relay --cacert --sandbox --memory --processes --file-size --tmp-size --json --help" ;;
        submit) options="--ladder --token --token-file --language --wait --cacert --json --help" ;;
        account) options="--db --organiser --stdin --cards --url --uses --json --help" ;;
        doctor | games | bots | map) options="--json --help" ;;
        bench) options="--speed --json --help" ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    case $command in
    new)
        if [ "$COMP_CWORD" -eq 3 ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(taisen new --list 2>/dev/null | cut -d' ' -f1)" -- "$cur")
            return
        fi
        ;;&
    db)
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W "init migrate check export import add-ladder add-contest add-player queue ladders standings matches record annul workers open close rerate" -- "$cur")
            return
        fi
        ;;
    account)
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W "add list class password ban unban invite" -- "$cur")
            return
        fi
        ;;
    map)
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W "check show" -- "$cur")
            return
        fi
        ;;
    new | play | check | batch | sim | gen | bot | bots)
        if [ "$COMP_CWORD" -eq 2 ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(taisen games 2>/dev/null | cut -d' ' -f1)" -- "$cur")
            return
        fi
        ;;
    esac
    if [ "$command" = play ] || [ "$command" = batch ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | cut -d' ' -f1)" -- "$cur" && compgen -f -- "$cur")
    elif [ "$command" = bot ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(taisen bots "${COMP_WORDS[2]}" 2>/dev/null | sed 's/^bot:\([^ ]*\).*/\1/')" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}
complete -F _taisen taisen
