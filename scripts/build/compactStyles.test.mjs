import { describe, expect, it } from 'vitest'
import { compactCss, compactStyles } from './compactStyles.mjs'

describe('compacting a style sheet', () => {
  it('removes insignificant white space', () => {
    expect(compactCss('\n.a > b,\n.c { color: red; margin: 0 2px; }\n')).toBe(
      '.a>b,.c{color:red;margin:0 2px}',
    )
  })

  it('keeps significant white space', () => {
    const css = '.a :hover .b{inline-size:calc(100% - 2px);grid:"x y" auto / 1fr}'
    expect(compactCss(css)).toBe(css)
    expect(compactCss('@media (hover: hover) { .a:hover { top: 0 } }')).toBe(
      '@media (hover:hover){.a:hover{top:0}}',
    )
  })

  it('keeps the space next to an expression', () => {
    expect(compactCss('.a { animation: rise ${ms}ms ${spring} both }')).toBe(
      '.a{animation:rise ${ms}ms ${spring} both}',
    )
  })

  it('touches only the template literals of a module', () => {
    expect(
      compactStyles("import { x } from './x.js'\nexport const css = `\n.a { top: 0 }\n`\n"),
    ).toBe("import { x } from './x.js'\nexport const css = `.a{top:0}`\n")
  })
})
