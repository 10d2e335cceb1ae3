import { expect, it } from 'vitest'
import { InvalidOptionError } from '../../core/runtime/errors/config.js'
import { baseTokensCss } from '../../core/theme/baseTokens.js'
import { buttonCss } from './button.css.js'
import { type ButtonHtmlOptions, buttonHtml } from './buttonHtml.js'

const styleIn = (html: string) => /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? ''

it('writes the element with the same button and styles as the element', () => {
  const html = buttonHtml('connect', {
    size: 'sm',
    label: 'Sign in',
    loadingLabel: 'Wait',
    namespace: 'eip155',
    disabled: true,
    themeMode: 'dark',
    themeVariables: { '--lk-accent': '#123456' },
  })
  expect(html).toMatch(
    /^<latchkey-connect-button disabled="" size="sm" label="Sign in" loading-label="Wait" namespace="eip155"><template shadowrootmode="open" shadowrootdelegatesfocus="">/,
  )
  const [, button] = /<button (.*)<\/button>/s.exec(html) ?? []
  expect(button).toContain('data-testid="connect-button-eip155"')
  expect(button).toContain('class="primary sm"')
  expect(button).toContain('disabled=""')
  expect(button).toContain('<span class="text">Sign in</span>')
  const style = styleIn(html)
  expect(style).toContain(buttonCss)
  expect(style).toContain(baseTokensCss({ mode: 'dark', variables: { '--lk-accent': '#123456' } }))
  expect(style).not.toContain('prefers-color-scheme')
})

it('follows the system colour scheme without a theme mode', () => {
  const style = styleIn(buttonHtml('button'))
  const dark = baseTokensCss({ mode: 'dark', variables: {} })
  expect(style).toContain(baseTokensCss({ mode: 'light', variables: {} }))
  expect(style).toContain(`@media (prefers-color-scheme:dark){${dark}}`)
})

it('escapes hostile values', () => {
  const wild = '"></template><script>alert(1)</script>&\'<!--'
  const html = buttonHtml('button', {
    label: wild,
    instance: wild,
    nonce: wild,
    themeVariables: { '--lk-font-family': "'</style><script>alert(1)</script>'" },
    'onclick="alert(1)" x': 'y',
  } as ButtonHtmlOptions)
  const tags = (text: string) => text.match(/<\/?[a-z]+|<!/gi)
  expect(tags(html)).toEqual(tags(buttonHtml('button')))
  expect(html.match(/"/g)?.length).toBe(
    buttonHtml('button', { label: 'a', instance: 'b', nonce: 'c' }).match(/"/g)?.length,
  )
  expect(html).not.toContain('onclick')
})

it.each([
  ['button', () => buttonHtml('account' as never)],
  ['themeMode', () => buttonHtml('button', { themeMode: 'sepia' as never })],
])('rejects an invalid %s', (option, write) => {
  expect(write).toThrow(InvalidOptionError)
  expect(write).toThrow(`\`${option}\` must be one of`)
})
