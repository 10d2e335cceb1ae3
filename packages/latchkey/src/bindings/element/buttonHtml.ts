import { palettes } from '@latchkey/wire/frame/palette'
import { InvalidOptionError } from '../../core/runtime/errors/config.js'
import { baseTokensCss } from '../../core/theme/baseTokens.js'
import type { ThemeMode, ThemeVariableOptions } from '../../core/theme/store.js'
import { buttonCss } from './button.css.js'
import { buttonParts } from './buttonModel.js'
import {
  buttonProperties,
  type LatchkeyButtonProps,
  toAttributeName,
  toAttributes,
} from './buttonProps.js'
import { getConnectContent } from './connectButton.js'

/** For a button in the page's HTML that was pressed before the script came. */
const earlyCss = `
:has(:popover-open) + button { cursor: progress; opacity: .6 }
`

type Attributes = Readonly<Record<string, string | undefined>>

/** An element as HTML. The content is HTML already; names are the caller's own, never a site's. */
function writeTag(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeText(value)}"`,
  )
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as it stands in HTML, between tags or in an attribute. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** What the element takes as attributes, and what its look depends on. */
export type ButtonHtmlOptions = LatchkeyButtonProps & {
  /** As the widget has it; without one the visitor's system decides. */
  readonly themeMode?: ThemeMode
  /** As the widget has them. */
  readonly themeVariables?: ThemeVariableOptions
  /** Of the page's content security policy, where that refuses inline styles without one. */
  readonly nonce?: string
}

const tags = { button: 'latchkey-button', connect: 'latchkey-connect-button' } as const

/**
 * A button as HTML, for servers and builds: visitors see it with the page, before any script. Once the
 * script is there the button comes alive in its place, and a press that came too early counts. `button`
 * is `<latchkey-button>`, `connect` is `<latchkey-connect-button>`; the others show what only a visitor's
 * browser knows, so they are written as their tags alone.
 *
 * @example
 * html.replace('<!-- wallet -->', () => buttonHtml('connect', { label: 'Sign in', themeMode: 'dark' }))
 */
export function buttonHtml(
  button: keyof typeof tags,
  { themeMode, themeVariables, nonce, ...props }: ButtonHtmlOptions = {},
): string {
  checkName('button', button, tags)
  if (themeMode !== undefined) checkName('themeMode', themeMode, palettes)
  const given = toAttributes(props)
  const attributes = new Map(
    Object.keys(buttonProperties).flatMap((property) => {
      const name = toAttributeName(property)
      const value = given[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
  const { attributes: look, spans } = buttonParts(getConnectContent(props, false))
  // The popover tells the script of the press: nothing else does so without a script.
  const pressed = { popovertarget: 'pressed', popovertargetaction: 'show' }
  const root = [
    writeTag('span', { hidden: '' }, [
      writeTag('style', { nonce }, [
        inStyle(themeCss(themeMode, themeVariables) + buttonCss + earlyCss),
      ]),
      writeTag('span', { id: pressed.popovertarget, popover: '' }),
    ]),
    writeTag(
      'button',
      { ...look, ...pressed },
      spans.map(([name, text]) => writeTag('span', { class: name }, [escapeText(text)])),
    ),
  ]
  return writeTag(tags[button], Object.fromEntries(attributes), [
    writeTag('template', { shadowrootmode: 'open', shadowrootdelegatesfocus: '' }, root),
  ])
}

function checkName(option: string, name: string, known: object): void {
  if (Object.hasOwn(known, name)) return
  throw new InvalidOptionError(option, `must be one of ${Object.keys(known).join(', ')}`)
}

function themeCss(mode: ThemeMode | undefined, variables: ThemeVariableOptions = {}): string {
  const css = (mode: ThemeMode) => baseTokensCss({ mode, variables })
  if (mode !== undefined) return css(mode)
  return `${css('light')}@media (prefers-color-scheme:dark){${css('dark')}}`
}

/** Styles know no entities; what could end the element is written as styles escape it. */
function inStyle(css: string): string {
  return css.replaceAll('<', '\\3c ')
}
