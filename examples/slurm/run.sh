#!/usr/bin/env bash
# Slurm: starts a cluster of one node, runs an array job over WARC files, kills and requeues a task, and compares the outputs with those
# of one process. Usage: run.sh. Needs root, slurm-wlm and munge (Debian), and `npm run build` in the checkout.
# Exits with 77 when Slurm does not start, which the test takes for a skip.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export DEHUSK="node $here/../../packages/dehusk/bin/dehusk.js"
work=$(mktemp -d)
chmod 755 "$work"
host=$(hostname -s)
stop() {
  # The daemons run in the background under their own names.
  for name in slurmd slurmctld munged; do
    [ -f "$work/$name.pid" ] && kill "$(cat "$work/$name.pid")" 2>/dev/null || true
  done
  sleep 1
  rm -rf "$work"
}
trap stop EXIT
cannot_start() {
  tail "$work"/*.log >&2 || true
  echo "Slurm does not start on this machine" >&2
  exit 77
}

# Keys and sockets of this cluster alone.
dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none
chmod 400 "$work/munge.key"
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" || cannot_start
export SLURM_CONF=$work/slurm.conf
mkdir "$work/state" "$work/spool"
cat > "$SLURM_CONF" <<CONF
ClusterName=example
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld || cannot_start
slurmd -N "$host" || cannot_start
for _ in $(seq 150); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 0.2; done
sinfo -h -o %T | grep -q idle || cannot_start
sinfo

# Four WARC files.
mkdir "$work/crawl"
for file in 0 1 2 3; do
  node "$here/../make-warc.mjs" 250 $((250 * file)) | gzip -n > "$work/crawl/part-$file.warc.gz"
done

cd "$work"
job=$(sbatch --parsable --array=0-3 --output="$work/task-%a.log" "$here/extract.sbatch" "$work/crawl" "$work/texts")
# A task is killed when it has begun to write, and requeued.
for _ in $(seq 2400); do ls "$work"/texts/*.partial "$work"/texts/*.done 2>/dev/null | grep -q . && break; sleep 0.05; done
killed=$(squeue -h -t R -o %K -j "$job" | head -1)
if [ -n "$killed" ]; then
  scontrol requeue "${job}_$killed"
  echo "task $killed was killed and requeued"
  # Slurm holds a requeued job back for a while.
  sleep 1
  scontrol update JobId="${job}_$killed" StartTime=now 2>/dev/null || true
fi
for _ in $(seq 1200); do squeue -h -j "$job" 2>/dev/null | grep -q . || break; sleep 0.5; done
cat "$work"/task-*.log >&2

$DEHUSK batch --each crawl/*.warc.gz -o expected --quiet
for output in expected/*.jsonl.gz; do cmp "$output" "texts/$(basename "$output")"; done
echo "$(ls texts/*.jsonl.gz | wc -l) outputs of the array job have the bytes of one process"
