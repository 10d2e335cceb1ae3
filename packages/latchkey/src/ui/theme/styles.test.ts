import { describe, expect, it } from 'vitest'
import { styles } from './styles.js'

describe('styles', () => {
  it('closes what it opens', () => {
    expect(styles.split('{').length).toBe(styles.split('}').length)
    expect(styles).not.toContain('undefined')
  })

  it('names sides by reading direction, so that right-to-left pages mirror', () => {
    const physical =
      /[;{\s](?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|(?:min-|max-)?(?:width|height))\s*:/g
    // Media queries ask about the viewport, which has no reading direction.
    const rules = styles.replace(/@media[^{]*/g, '')
    expect(rules.match(physical) ?? []).toEqual([])
  })

  it('fetches nothing', () => {
    expect(styles).not.toMatch(/url\(|@import|@font-face/)
  })

  it('uses no keyframes it does not have', () => {
    const known = new Set([...styles.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name))
    const used = [...styles.matchAll(/animation:\s*([a-z-]+)/g)].map(([, name]) => name)
    expect(used.filter((name) => name !== 'none' && !known.has(name))).toEqual([])
  })

  it('writes no text below 12 px', () => {
    const sizes = [...styles.matchAll(/font(?:-size)?:[^;}]*?(\d+(?:\.\d+)?)px/g)]
    expect(sizes.map(([, size]) => Number(size)).filter((size) => size < 12)).toEqual([])
  })
})
