import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's unit of process time, in milliseconds. */
const tickMs = 10

/** CPU milliseconds of a process so far (Linux only). */
export function processorTimeOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Bytes of a process and its children, each shared page counted once (Linux only). */
export function memoryOf(pid) {
  return { own: proportional(pid), withChildren: sum([pid, ...descendants(pid)].map(proportional)) }
}

function proportional(pid) {
  const text = read(`/proc/${pid}/smaps_rollup`)
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024
}

function descendants(parent) {
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => Number(/^PPid:\s+(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1]) === parent)
    .map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}

/** Empty if the process has exited. */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
