import type { Configuration } from './configuration.js'
import { type FamilyName, familyNamed, namespaceOf } from './families.js'
import type { Field } from './fields.js'
import { networkNamed } from './networks.js'
import {
  defaultNetworkName,
  networkNames,
  plainOptions,
  signInOptions,
  usedFamilies,
  walletNames,
} from './options.js'
import { printLiteral, printName } from './printLiteral.js'

export type Framework = 'vanilla' | 'react'

/** Ways to embed: bundled page, React, script tag. */
export type CodeKind = Framework | 'script'

/** The code that embeds the widget as configured. */
export function embedCode(
  kind: CodeKind,
  fields: readonly Field[],
  configuration: Configuration,
): string {
  return writers[kind](fields, configuration)
}

const writers: {
  readonly [kind in CodeKind]: (fields: readonly Field[], configuration: Configuration) => string
} = { vanilla: vanillaCode, react: reactCode, script: scriptCode }

function vanillaCode(fields: readonly Field[], configuration: Configuration): string {
  const create = `createLatchkey(${printOptions(fields, configuration)})`
  const script = [
    "import { createLatchkey } from 'latchkey'",
    ...sharedImports(configuration),
    '',
    ...(mountsModal(configuration) ? [`const latchkey = ${create}`, mountModal] : [create]),
  ]
  return [...elements(configuration), ...inlineScript(script), ''].join('\n')
}

/** From the files of `dist/script`: by attributes if they are enough, else with all options. */
function scriptCode(fields: readonly Field[], configuration: Configuration): string {
  const { projectId, providerUrl, relayUrls, themeMode, ...others } = plainOptions(
    fields,
    configuration,
  )
  const first = defaultNetworkName(configuration)
  const chains = chainsByFamily(configuration)
  const names = walletNames(configuration)
  const wallets = names.length > 0 ? { wallets: names } : undefined
  const hasSignIn = signInOptions(configuration) !== undefined
  const script =
    first || hasSignIn || Object.keys(others).length > 0
      ? inlineScript([
          ...(hasSignIn ? ["// Sign-in needs a build: the option `siwx` of 'latchkey/siwx'."] : []),
          `import { start } from '${scriptAddress}'`,
          '',
          `${mountsModal(configuration) ? 'const latchkey = ' : ''}await start(${printObject({
            chains,
            ...(first && { defaultNetwork: first }),
            ...wallets,
            ...plainOptions(fields, configuration),
          })})`,
          ...(mountsModal(configuration) ? [mountModal] : []),
        ])
      : [tagOf({ projectId, providerUrl, relayUrls, themeMode, ...wallets, ...chains })]
  return [...elements(configuration), ...script, ''].join('\n')
}

const scriptAddress = '/latchkey/latchkey.js'

const mountModal = "document.querySelector('#wallet').append(latchkey.getModalElement())"

/** Names of networks as a tag has them, below their chain family. */
function chainsByFamily(configuration: Configuration): Readonly<Record<string, readonly string[]>> {
  const names = networkNames(configuration)
  return Object.fromEntries(
    usedFamilies(configuration).map((family) => [
      family,
      names.filter((name) => namespaceOf(networkNamed(name)) === family),
    ]),
  )
}

function tagOf(data: Readonly<Record<string, unknown>>): string {
  const attributes = Object.entries(data).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = Array.isArray(value) ? value.join(' ') : String(value)
    return `  data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escaped(text)}"`
  })
  const opening = [`<script type="module" src="${scriptAddress}"`, ...attributes].join('\n')
  return `${opening}></script>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The widget's elements on a page of plain HTML. */
function elements(configuration: Configuration): string[] {
  const instance = configuration.instance ? ` instance="${configuration.instance}"` : ''
  return [
    `<latchkey-button${instance}></latchkey-button>`,
    ...(configuration.enableEmbedded ? [`<latchkey-modal${instance}></latchkey-modal>`] : []),
    ...(mountsModal(configuration) ? ['<div id="wallet"></div>'] : []),
  ]
}

const inlineScript = (lines: readonly string[]): string[] => [
  '<script type="module">',
  indented(lines.join('\n')),
  '</script>',
]

function reactCode(fields: readonly Field[], configuration: Configuration): string {
  const instance = configuration.instance ? ` instance="${configuration.instance}"` : ''
  const isMounted = mountsModal(configuration)
  const parts = [
    `<LatchkeyButton${instance} />`,
    ...(configuration.enableEmbedded ? [`<LatchkeyModal${instance} />`] : []),
    ...(isMounted ? ['<div ref={(place) => place?.append(latchkey.getModalElement())} />'] : []),
  ]
  const body = parts.length > 1 ? ['<>', ...parts.map((part) => `  ${part}`), '</>'] : parts
  const names = [
    'createLatchkey',
    'LatchkeyButton',
    ...(configuration.enableEmbedded ? ['LatchkeyModal'] : []),
    'LatchkeyProvider',
  ]
  return [
    ...sharedImports(configuration),
    `import { ${names.join(', ')} } from 'latchkey/react'`,
    '',
    `const latchkey = createLatchkey(${printOptions(fields, configuration)})`,
    '',
    'export function Wallet() {',
    '  return (',
    '    <LatchkeyProvider latchkey={latchkey}>',
    ...body.map((line) => `      ${line}`),
    '    </LatchkeyProvider>',
    '  )',
    '}',
    '',
  ].join('\n')
}

/** The site puts the modal's element where it wants it. */
function mountsModal({ disableAppend, enableEmbedded }: Configuration): boolean {
  return disableAppend === true && enableEmbedded === false
}

function sharedImports(configuration: Configuration): string[] {
  const first = defaultNetworkName(configuration)
  const used = new Set([...networkNames(configuration), ...(first ? [first] : [])])
  const wallets = walletNames(configuration).toSorted()
  return [
    ...usedFamilies(configuration).map((name) => `import { ${name} } from 'latchkey/${name}'`),
    `import { ${[...used].sort().join(', ')} } from 'latchkey/networks'`,
    ...(wallets.length > 0 ? [`import { ${wallets.join(', ')} } from 'latchkey/wallets'`] : []),
    ...(signInOptions(configuration) ? ["import { createSiwx } from 'latchkey/siwx'"] : []),
  ].sort(byPackage)
}

/** Sorted by module, as linters expect. */
function byPackage(one: string, other: string): number {
  const from = (line: string) => line.slice(line.lastIndexOf(' from '))
  return from(one) < from(other) ? -1 : 1
}

/** The argument of `createLatchkey`. */
export function printOptions(fields: readonly Field[], configuration: Configuration): string {
  const { projectId, ...plain } = plainOptions(fields, configuration)
  const first = defaultNetworkName(configuration)
  const wallets = walletNames(configuration)
  return printLines([
    ...(projectId === undefined ? [] : [`projectId: ${printLiteral(projectId)}`]),
    `networks: [${networkNames(configuration).join(', ')}]`,
    ...(first ? [`defaultNetwork: ${first}`] : []),
    `families: [${usedFamilies(configuration).map(printFamily).join(', ')}]`,
    ...(wallets.length > 0 ? [`wallets: [${wallets.join(', ')}]`] : []),
    ...printSignIn(configuration),
    ...printEntries(plain),
  ])
}

function printSignIn(configuration: Configuration): string[] {
  const options = signInOptions(configuration)
  if (!options) return []
  const given = Object.keys(options).length > 0 ? printLiteral(options) : ''
  return [`siwx: createSiwx(${given})`]
}

const printObject = (value: object) => printLines(printEntries(value))

function printEntries(value: object): string[] {
  return Object.entries(value).map(
    ([name, item]) => `${printName(name)}: ${printLiteral(item, '  ')}`,
  )
}

const printLines = (lines: readonly string[]) =>
  `{\n${lines.map((line) => `  ${line},\n`).join('')}}`

function printFamily(name: FamilyName): string {
  const { options } = familyNamed(name)
  return `${name}(${options ? printLiteral(options) : ''})`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
