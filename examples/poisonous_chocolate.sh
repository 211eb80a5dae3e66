#!/usr/bin/env bash
# Everything that the assignment "Poisonous Chocolate Bar Game" asks for, task by task.
# Run it at the root: examples/poisonous_chocolate.sh. What it prints is in poisonous_chocolate.txt beside it.
set -euo pipefail
export LC_ALL=C.UTF-8
unset COLUMNS NO_COLOR
lastbite() { command "${LASTBITE:-lastbite}" "$@"; }
task() { printf '\n==== %s\n' "$1"; }
shown() { # Shows a command, and runs it with the lines that are typed as its input.
    local typed=$1
    shift
    printf '\n$ lastbite %s\n' "$*"
    printf "$typed" | lastbite "$@"
}

task "Context, figures 1 and 2: the game tree of the 2x2 bar, with MAX, MIN, -1 and +1"
shown '' tree 2x2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
lastbite tree 2x2 -o "$scratch/tree.svg" > /dev/null
echo "(As a picture: lastbite tree 2x2 -o tree.svg)"

task "Task 1, first mode, and task 4: AI vs. Human, every move shown"
shown '1,2\nn\n' chomp 2x3 --vs computer --first computer --engine minimax --names Ada

task "Task 1, second mode, and task 4: Human vs. Human, every move shown"
shown '2,2\n1,2\n2,1\nn\n' chomp 2x2 --vs human --names Ada,Bob

task "Task 2: the human chooses to start first or second"
shown '2,3\n2,1\nn\n' chomp 2x3 --vs computer --first human --engine minimax --names Ada

task "Task 3: any size, and the poison on any square"
shown '1,3\n3,1\nn\n' chomp 3x4 --vs human --poison 2,2 --names Ada,Bob

task "Task 5: the minimax search, step by step on 2x2"
shown '' trace 2x2 --search minimax --all

task "Task 6: the node count of the computer's search, move by move and recorded"
shown '1,2\nn\n' chomp 3x3 --vs computer --first computer --engine minimax --names Ada --record "$scratch/game.json" |
    sed "s|$scratch/||g"
echo
echo 'The node counts in the record (null for a person):'
grep -o '"nodes": [a-z0-9]*' "$scratch/game.json"
echo
echo 'And how few nodes are needed: the same search with alpha-beta, and remembering positions.'
for search in minimax alphabeta negamax memo; do
    lastbite trace 3x3 --search "$search" --all | sed -n "s/^\([0-9,]* nodes\), at most.*/$search: \1/p"
done
