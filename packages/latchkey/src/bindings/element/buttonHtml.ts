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

/** For a button in the page's HTML that was clicked before the script loaded. */
const earlyCss = `
:has(:popover-open) + button { cursor: progress; opacity: .6 }
`

type Attributes = Readonly<Record<string, string | undefined>>

/** An element as HTML. `content` must be escaped; names must not come from a site. */
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

/** Escapes a text for HTML content and attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** The element's attributes and its theme. */
export type ButtonHtmlOptions = LatchkeyButtonProps & {
  /** The widget's theme mode. Default: the visitor's system setting. */
  readonly themeMode?: ThemeMode
  /** The widget's theme variables. */
  readonly themeVariables?: ThemeVariableOptions
  /** The nonce of the page's content security policy, if inline styles need one. */
  readonly nonce?: string
}

const tags = { button: 'latchkey-button', connect: 'latchkey-connect-button' } as const

/**
 * A button as HTML, for servers and static builds: visitors see it before any script loads. The
 * script then takes over the same button and handles an earlier click. `button` is
 * `<latchkey-button>`, `connect` is `<latchkey-connect-button>`. The other buttons depend on data
 * in the browser, so they are written as empty tags.
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
  // An open popover marks an earlier click; no other mark works without a script.
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

/** Entities do not work in styles, so `<` is written as a CSS escape. */
function inStyle(css: string): string {
  return css.replaceAll('<', '\\3c ')
}
