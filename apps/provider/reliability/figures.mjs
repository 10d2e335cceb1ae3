import { parseArgs } from 'node:util'

/** Reads `--name number` flags with defaults, and `--server path`. */
export function readFlags(defaults) {
  const options = Object.fromEntries(
    ['server', ...Object.keys(defaults)].map((name) => [name, { type: 'string' }]),
  )
  const { values } = parseArgs({ options })
  const figures = Object.entries(defaults).map(([name, fallback]) => {
    const value = values[name] === undefined ? fallback : Number(values[name])
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is not a number.`)
    return [name, value]
  })
  return { ...Object.fromEntries(figures), server: values.server }
}

export function quantile(samples, fraction) {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export function milliseconds(value) {
  return `${value.toFixed(1)} ms`
}

export function print(figures) {
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(34)} ${value}`)
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for a condition; false after the timeout. */
export async function until(condition, limitMs) {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) return false
    await sleep(20)
  }
  return true
}
