import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryConfiguration, fields } from './arbitraryConfiguration.fixture.js'
import { type Configuration, initialConfiguration } from './configuration.js'
import { embedCode, printOptions } from './embedCode.js'
import { familyNames } from './families.js'
import { networks } from './networks.js'
import { signInOptions, toOptions } from './options.js'
import { walletChoices, walletNamed } from './packagedWallets.js'
import { policyCode } from './policy.js'

const initial = initialConfiguration(fields)

/** Runs the printed options as a page would. */
function evaluate(text: string): unknown {
  const names = Object.keys(networks)
  const wallets = walletChoices.map(({ value }) => value)
  const parameters = ['createSiwx', ...familyNames, ...names, ...wallets]
  const run = new Function(...parameters, `return (${text})`)
  const family = (namespace: string) => () => ({ namespace })
  const createSiwx = (options = {}) => options
  return run(
    createSiwx,
    ...familyNames.map(family),
    ...names.map((name) => networks[name]),
    ...wallets.map(walletNamed),
  )
}

test('the code says exactly what the widget is given', () => {
  fc.assert(
    fc.property(arbitraryConfiguration, (configuration) => {
      const options = toOptions(fields, configuration)
      const families = options.families.map(({ namespace }) => ({ namespace }))
      const siwx = signInOptions(configuration)
      expect(options.siwx === undefined).toBe(siwx === undefined)
      const given = { ...options, families, ...(siwx && { siwx }) }
      expect(evaluate(printOptions(fields, configuration))).toEqual(given)
    }),
  )
})

test.each(['vanilla', 'script'] as const)('no text can end the script early: %s', (kind) => {
  const configuration = { ...initial, 'metadata.name': '</script><script>alert(1)<!--' }
  expect(embedCode(kind, fields, configuration).match(/<\/?script|<!--/g)).toEqual([
    '<script',
    '</script',
  ])
})

describe('a page without a build', () => {
  const bare = Object.fromEntries(fields.map(({ path, fallback }) => [path, fallback]))
  const networks = ['mainnet', 'solanaMainnet', 'base']

  test('says by attributes what they can say', () => {
    const wallets = ['metaMask', 'rainbow']
    const configuration = {
      ...{ ...bare, networks, wallets },
      ...{ projectId: 'a"&<b', themeMode: 'dark' },
    }
    expect(embedCode('script', fields, configuration)).toBe(`<latchkey-button></latchkey-button>
<script type="module" src="/latchkey/latchkey.js"
  data-project-id="a&quot;&amp;&lt;b"
  data-theme-mode="dark"
  data-wallets="metaMask rainbow"
  data-eip155="mainnet base"
  data-solana="solanaMainnet"></script>
`)
  })

  test('says that sign-in needs a build', () => {
    const text = embedCode('script', fields, { ...bare, networks, siwx: 'required' })
    expect(text).toContain('// Sign-in needs a build')
    expect(text).not.toContain('createSiwx(')
  })

  test('starts by itself with anything else', () => {
    const configuration = { ...bare, networks, defaultNetwork: 'base', debug: false }
    expect(embedCode('script', fields, configuration)).toContain(`  await start({
    chains: { eip155: ['mainnet', 'base'], solana: ['solanaMainnet'] },
    defaultNetwork: 'base',
    debug: false,
  })`)
  })
})

test('the policy allows the hosts of the configuration, each once', () => {
  const policy = policyCode({
    ...initial,
    networks: ['mainnet', 'base'],
    projectId: 'shop',
    customRpcUrls: {
      'eip155:1': 'https://node.example/key',
      'eip155:8453': 'https://node.example',
    },
    relayUrls: ['wss://relay.example/path'],
    providerUrl: 'https://api.example',
    providerUrls: { login: 'https://login.example', chain: 'not yet an address' },
  })
  expect(policy).toContain(
    "connect-src 'self' https://node.example wss://relay.example https://api.example;",
  )
  expect(policy).toContain('frame-src https://login.example;')
  const alone = policyCode({ ...initial, networks: ['mainnet'], projectId: '' })
  expect(alone).not.toMatch(/frame-src|wss?:/)
  const without = policyCode({ ...initial, projectId: 'shop', providerUrls: {} })
  expect(without).not.toContain('frame-src')
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
    const text = code({ 'themeVariables.--lk-accent': '#0a7d5a', 'features.send': false })
    expect(text).toContain("themeVariables: { '--lk-accent': '#0a7d5a' }")
    expect(text).toContain('features: { send: false }')
  })

  test('imports sign-in only with sign-in', () => {
    const text = code({ siwx: 'required' })
    expect(text).toContain("import { createSiwx } from 'latchkey/siwx'")
    expect(text).toContain('siwx: createSiwx()')
    expect(code({ siwx: 'optional' })).toContain('siwx: createSiwx({ required: false })')
    expect(code({})).not.toMatch(/siwx/i)
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
