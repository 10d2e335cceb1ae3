import { parseArgs } from 'node:util'

/** Reads `--name number` flags with defaults. */
export function readFlags(defaults) {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' }]),
  )
  const { values } = parseArgs({ options })
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => {
      const value = values[name] === undefined ? fallback : Number(values[name])
      if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is not a whole number.`)
      return [name, value]
    }),
  )
}

/** Prints one figure per line, and the elapsed time. */
export function print(figures) {
  const all = { ...figures, seconds: (performance.now() / 1_000).toFixed(0) }
  for (const [name, value] of Object.entries(all)) console.log(`${name.padEnd(40)} ${value}`)
}

/** Random choices, repeatable with the same seed. */
export function createChoices(random) {
  const below = (limit) => {
    const [a = 0, b = 0, c = 0] = random(3)
    return ((a << 16) | (b << 8) | c) % limit
  }
  return { below, pick: (list) => list[below(list.length)], bytes: random }
}
