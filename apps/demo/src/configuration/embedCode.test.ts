import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryConfiguration, fields } from './arbitraryConfiguration.fixture.js'
import { type Configuration, initialConfiguration } from './configuration.js'
import { embedCode, printOptions } from './embedCode.js'
import { familyNames } from './families.js'
import { networks } from './networks.js'
import { toOptions } from './options.js'

const initial = initialConfiguration(fields)

/** Runs the printed options as a page would. */
function evaluate(text: string): unknown {
  const names = Object.keys(networks)
  const run = new Function(...familyNames, ...names, `return (${text})`)
  const family = (namespace: string) => () => ({ namespace })
  return run(...familyNames.map(family), ...names.map((name) => networks[name]))
}

test('the code says exactly what the widget is given', () => {
  fc.assert(
    fc.property(arbitraryConfiguration, (configuration) => {
      const options = toOptions(fields, configuration)
      const families = options.families.map(({ namespace }) => ({ namespace }))
      const given = { ...options, families }
      expect(evaluate(printOptions(fields, configuration))).toEqual(given)
    }),
  )
})

test('no text can end the script early', () => {
  const configuration = { ...initial, 'metadata.name': '</script><script>alert(1)<!--' }
  expect(embedCode('vanilla', fields, configuration).match(/<\/?script|<!--/g)).toEqual([
    '<script',
    '</script',
  ])
})

test('what the widget does anyway is not written', () => {
  const bare: Configuration = {
    ...initial,
    ...Object.fromEntries(fields.map(({ path, fallback }) => [path, fallback])),
    networks: ['mainnet'],
  }
  expect(printOptions(fields, bare)).toBe(`{
  networks: [mainnet],
  families: [eip155()],
}`)
})

describe.each(['vanilla', 'react'] as const)('%s', (framework) => {
  const code = (changes: Configuration) => embedCode(framework, fields, { ...initial, ...changes })

  test('imports the networks it names, once each', () => {
    expect(code({ networks: ['mainnet', 'base'], defaultNetwork: 'base' })).toContain(
      "import { base, mainnet } from 'latchkey/networks'",
    )
  })

  test('imports the families of its networks, and tells networks of the same name apart', () => {
    const text = code({ networks: ['mainnet', 'solanaMainnet', 'bitcoin'] })
    expect(text).toContain("import { solana } from 'latchkey/solana'")
    expect(text).toContain("import { bitcoin, mainnet, solanaMainnet } from 'latchkey/networks'")
    expect(text).toContain('networks: [mainnet, solanaMainnet, bitcoin]')
    expect(text).toContain('families: [eip155(), solana(), bip122()]')
    expect(text).not.toContain('latchkey/cosmos')
  })

  test('groups theme variables and features', () => {
    const text = code({ 'themeVariables.--w3m-accent': '#0a7d5a', 'features.send': false })
    expect(text).toContain("themeVariables: { '--w3m-accent': '#0a7d5a' }")
    expect(text).toContain('features: { send: false }')
  })

  test('places an embedded modal, or one the site appends', () => {
    expect(code({ enableEmbedded: true })).toMatch(/<latchkey-?modal/i)
    expect(code({ disableAppend: true })).toContain('latchkey.getModalElement()')
    expect(code({})).not.toMatch(/latchkey-?modal/i)
  })

  test('names the instance on the button', () => {
    expect(code({ instance: 'shop' })).toMatch(/<latchkey-?button instance="shop"/i)
  })
})
