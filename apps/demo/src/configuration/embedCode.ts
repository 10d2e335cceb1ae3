import type { Configuration } from './configuration.js'
import { type FamilyName, familyNamed } from './families.js'
import type { Field } from './fields.js'
import { defaultNetworkName, networkNames, plainOptions, usedFamilies } from './options.js'
import { printLiteral, printName } from './printLiteral.js'

export type Framework = 'vanilla' | 'react'

/** What a site writes to have the widget as configured. */
export function embedCode(
  framework: Framework,
  fields: readonly Field[],
  configuration: Configuration,
): string {
  return framework === 'react'
    ? reactCode(fields, configuration)
    : vanillaCode(fields, configuration)
}

function vanillaCode(fields: readonly Field[], configuration: Configuration): string {
  const instance = configuration.instance ? ` instance="${configuration.instance}"` : ''
  const create = `createLatchkey(${printOptions(fields, configuration)})`
  const script = [
    "import { createLatchkey } from 'latchkey'",
    ...sharedImports(configuration),
    '',
    ...(placesModal(configuration)
      ? [
          `const latchkey = ${create}`,
          "document.querySelector('#wallet').append(latchkey.getModalElement())",
        ]
      : [create]),
  ]
  return [
    `<latchkey-button${instance}></latchkey-button>`,
    ...(configuration.enableEmbedded ? [`<latchkey-modal${instance}></latchkey-modal>`] : []),
    ...(placesModal(configuration) ? ['<div id="wallet"></div>'] : []),
    '<script type="module">',
    indented(script.join('\n')),
    '</script>',
    '',
  ].join('\n')
}

function reactCode(fields: readonly Field[], configuration: Configuration): string {
  const instance = configuration.instance ? ` instance="${configuration.instance}"` : ''
  const placed = placesModal(configuration)
  const parts = [
    `<LatchkeyButton${instance} />`,
    ...(configuration.enableEmbedded ? [`<LatchkeyModal${instance} />`] : []),
    ...(placed ? ['<div ref={(place) => place?.append(latchkey.getModalElement())} />'] : []),
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
function placesModal({ disableAppend, enableEmbedded }: Configuration): boolean {
  return disableAppend === true && enableEmbedded === false
}

function sharedImports(configuration: Configuration): string[] {
  const first = defaultNetworkName(configuration)
  const used = new Set([...networkNames(configuration), ...(first ? [first] : [])])
  return [
    ...usedFamilies(configuration).map((name) => `import { ${name} } from 'latchkey/${name}'`),
    `import { ${[...used].sort().join(', ')} } from 'latchkey/networks'`,
  ].sort(byPackage)
}

/** In the order of what they import from, as linters want it. */
function byPackage(one: string, other: string): number {
  const from = (line: string) => line.slice(line.lastIndexOf(' from '))
  return from(one) < from(other) ? -1 : 1
}

/** The argument of `createLatchkey`. */
export function printOptions(fields: readonly Field[], configuration: Configuration): string {
  const { projectId, ...plain } = plainOptions(fields, configuration)
  const first = defaultNetworkName(configuration)
  const lines = [
    ...(projectId === undefined ? [] : [`projectId: ${printLiteral(projectId)}`]),
    `networks: [${networkNames(configuration).join(', ')}]`,
    ...(first ? [`defaultNetwork: ${first}`] : []),
    `families: [${usedFamilies(configuration).map(printFamily).join(', ')}]`,
    ...Object.entries(plain).map(
      ([name, value]) => `${printName(name)}: ${printLiteral(value, '  ')}`,
    ),
  ]
  return `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
}

function printFamily(name: FamilyName): string {
  const { options } = familyNamed(name)
  return `${name}(${options ? printLiteral(options) : ''})`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
