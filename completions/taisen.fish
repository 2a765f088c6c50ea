# fish completion for taisen
set -l commands new play check batch tournament tune stats replay sim gen bot chaser-server campaign map doctor games bots bench db worker serve submit join account
complete -c taisen -f
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a new -d 'make a first player'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a play -d 'play one match'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a check -d 'what is wrong with a program'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a batch -d 'play many matches'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a stats -d 'what journals say'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a tournament -d 'play a contest'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a tune -d 'find better numbers for a program'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a replay -d 'verify, print or play on from a record'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a sim -d 'run a script through the rules'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a gen -d 'print the start of a game'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a bot -d 'run a bot on standard input and output'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a qualifier -d 'table of a qualifier'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a chaser-server -d 'wait for CHaser clients'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a campaign -d 'play the original contest of CODE VS 4.0'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a map -d 'check or show map files'
complete -c taisen -n '__fish_seen_subcommand_from map' -a 'check show' -F
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'what this machine offers'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a games -d 'list the games'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a bots -d 'list the bots'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a bench -d 'one number over all games'
complete -c taisen -n '__fish_seen_subcommand_from new play check batch sim gen bot bots' -a '(taisen games 2>/dev/null | cut -d" " -f1)'
complete -c taisen -n '__fish_seen_subcommand_from play batch' -a '(taisen bots 2>/dev/null | cut -d" " -f1)'
complete -c taisen -n '__fish_seen_subcommand_from play batch stats replay sim' -F
for option in answer-size output-size stderr-size
    complete -c taisen -n '__fish_seen_subcommand_from play check batch replay campaign chaser-server worker' -l $option -x
end
for option in seed setup match-ms turn-ms name-ms margin-ms cores
    complete -c taisen -n '__fish_seen_subcommand_from play replay' -l $option -x
end
for option in memory processes file-size tmp-size
    complete -c taisen -n '__fish_seen_subcommand_from play check batch replay campaign' -l $option -x
end
complete -c taisen -n '__fish_seen_subcommand_from play check batch replay campaign' -l sandbox
complete -c taisen -n '__fish_seen_subcommand_from play replay' -l think -x -a 'parallel serial'
complete -c taisen -n '__fish_seen_subcommand_from play replay' -l clock -x -a 'wall cpu'
complete -c taisen -n '__fish_seen_subcommand_from play replay gen' -l map -r
complete -c taisen -n '__fish_seen_subcommand_from play replay' -l record -r
complete -c taisen -n '__fish_seen_subcommand_from play replay' -l log -r
complete -c taisen -n '__fish_seen_subcommand_from play replay' -l no-stderr
complete -c taisen -n '__fish_seen_subcommand_from play' -l quiet
complete -c taisen -n '__fish_seen_subcommand_from replay' -l verify
complete -c taisen -n '__fish_seen_subcommand_from replay' -l limit-mb -x
complete -c taisen -n '__fish_seen_subcommand_from replay' -l turn -x
complete -c taisen -n '__fish_seen_subcommand_from replay' -l input -x
complete -c taisen -n '__fish_seen_subcommand_from replay' -l html -r
complete -c taisen -n '__fish_seen_subcommand_from replay' -l from -x
complete -c taisen -n '__fish_seen_subcommand_from replay' -l rerun -x -a '1 2'
complete -c taisen -n '__fish_seen_subcommand_from sim' -l inputs
complete -c taisen -n '__fish_seen_subcommand_from gen bot' -l seed -x
complete -c taisen -n '__fish_seen_subcommand_from bot' -l connect -x
for option in language games seed setup turn-ms name-ms
    complete -c taisen -n '__fish_seen_subcommand_from check' -l $option -x
end
for option in games seeds jobs sprt
    complete -c taisen -n '__fish_seen_subcommand_from batch' -l $option -x
end
complete -c taisen -n '__fish_seen_subcommand_from batch' -l gauntlet
complete -c taisen -n '__fish_seen_subcommand_from batch' -l resume
complete -c taisen -n '__fish_seen_subcommand_from batch' -l out -r
complete -c taisen -n '__fish_seen_subcommand_from batch' -l maps -r
complete -c taisen -n '__fish_seen_subcommand_from batch' -l records -r
complete -c taisen -n '__fish_seen_subcommand_from stats' -l sprt -x
complete -c taisen -n '__fish_seen_subcommand_from tournament tune' -F
complete -c taisen -n '__fish_seen_subcommand_from tournament tune' -l jobs -x
complete -c taisen -n '__fish_seen_subcommand_from tournament tune' -l out -r
complete -c taisen -n '__fish_seen_subcommand_from tournament tune' -l resume
complete -c taisen -n '__fish_seen_subcommand_from tournament tune stats' -l svg -r
complete -c taisen -n '__fish_seen_subcommand_from tournament tune stats' -l json
complete -c taisen -n '__fish_seen_subcommand_from tournament' -l check
complete -c taisen -n '__fish_seen_subcommand_from tournament' -l records -r
complete -c taisen -n '__fish_seen_subcommand_from qualifier' -l places -x
complete -c taisen -n '__fish_seen_subcommand_from qualifier' -F
for option in cool hot ports bot games
    complete -c taisen -n '__fish_seen_subcommand_from chaser-server' -l $option -x
end
complete -c taisen -n '__fish_seen_subcommand_from chaser-server' -l bot-for -x -a 'cool hot'
complete -c taisen -n '__fish_seen_subcommand_from chaser-server' -l swap
complete -c taisen -n '__fish_seen_subcommand_from chaser-server' -l records -r
complete -c taisen -n '__fish_seen_subcommand_from play replay chaser-server' -l compat -x -a official
complete -c taisen -n '__fish_seen_subcommand_from new' -a '(taisen new --list 2>/dev/null | cut -d" " -f1)'
complete -c taisen -n '__fish_seen_subcommand_from new' -l list
complete -c taisen -n '__fish_seen_subcommand_from bench' -l speed
complete -c taisen -n '__fish_seen_subcommand_from play replay gen map doctor games bots bench' -l json
complete -c taisen -l help -d 'help'
complete -c taisen -n '__fish_seen_subcommand_from campaign' -l stages -x
complete -c taisen -n '__fish_seen_subcommand_from campaign' -l json
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a db -d 'keep a league in a database'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a worker -d 'play the matches of a league'
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a serve -d 'open the arena in a browser'
complete -c taisen -n '__fish_seen_subcommand_from db' -a 'init migrate check export import add-ladder add-contest add-player queue ladders standings matches record annul workers open close rerate' -F
complete -c taisen -n '__fish_seen_subcommand_from db worker' -l db -r
for option in setup set language games seed most
    complete -c taisen -n '__fish_seen_subcommand_from db' -l $option -x
end
complete -c taisen -n '__fish_seen_subcommand_from db' -l rating -x -a 'glicko2 codevs5 none'
complete -c taisen -n '__fish_seen_subcommand_from db' -l map -r
for option in jobs name pace-ms lease-ms patience margin-ms memory processes file-size tmp-size
    complete -c taisen -n '__fish_seen_subcommand_from worker' -l $option -x
end
for option in drain once no-records no-stderr sandbox quiet
    complete -c taisen -n '__fish_seen_subcommand_from worker' -l $option
end
complete -c taisen -n '__fish_seen_subcommand_from worker' -l records -r
complete -c taisen -n '__fish_seen_subcommand_from worker' -l live -r
for option in listen jobs pace-ms play-turn-ms play-limit connections streams requests patience tries
    complete -c taisen -n '__fish_seen_subcommand_from serve' -l $option -x
end
for option in var db records watch pages
    complete -c taisen -n '__fish_seen_subcommand_from serve' -l $option -r
end
complete -c taisen -n '__fish_seen_subcommand_from serve' -l signup -x -a 'open invitation closed'
for option in no-bots sandbox https
    complete -c taisen -n '__fish_seen_subcommand_from serve' -l $option
end
complete -c taisen -n '__fish_seen_subcommand_from worker' -l think -x -a 'parallel serial'
complete -c taisen -n '__fish_seen_subcommand_from worker' -l clock -x -a 'wall cpu'
complete -c taisen -n '__fish_seen_subcommand_from db worker serve' -l json
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a account -d 'who may come to the site'
complete -c taisen -n '__fish_seen_subcommand_from account' -a 'add list class password ban unban invite'
for option in url uses
    complete -c taisen -n '__fish_seen_subcommand_from account' -l $option -x
end
for option in db cards
    complete -c taisen -n '__fish_seen_subcommand_from account' -l $option -r
end
for option in organiser stdin json
    complete -c taisen -n '__fish_seen_subcommand_from account' -l $option
end
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a submit -d 'send a program to a site'
for option in ladder token language
    complete -c taisen -n '__fish_seen_subcommand_from submit' -l $option -x
end
for option in token-file cacert
    complete -c taisen -n '__fish_seen_subcommand_from submit' -l $option -r
end
complete -c taisen -n '__fish_seen_subcommand_from submit' -l wait
complete -c taisen -n '__fish_seen_subcommand_from submit' -l json
for option in build-limit
    complete -c taisen -n '__fish_seen_subcommand_from serve worker' -l $option -x
end
complete -c taisen -n '__fish_seen_subcommand_from serve' -l submissions -x
complete -c taisen -n '__fish_seen_subcommand_from serve worker' -l sandbox-min -x -a 'full weak none'
complete -c taisen -n '__fish_seen_subcommand_from serve worker' -l languages -r
complete -c taisen -n '__fish_seen_subcommand_from worker' -l programs -r
complete -c taisen -n "not __fish_seen_subcommand_from $commands" -a join -d 'play on a site with a program of this machine'
for option in token game ladder room jobs matches relay
    complete -c taisen -n '__fish_seen_subcommand_from join' -l $option -x
end
for option in token-file cacert
    complete -c taisen -n '__fish_seen_subcommand_from join' -l $option -r
end
for option in once sandbox json
    complete -c taisen -n '__fish_seen_subcommand_from join' -l $option
end
complete -c taisen -n '__fish_seen_subcommand_from serve' -l home-limit -x
