import { describe, expect, it } from 'vitest'
import { readTag } from './readTag.js'
import { start } from './start.js'

const address = 'https://shop.example/latchkey.js'
const pageWith = (src: string, dataset: { readonly [name: string]: string }) =>
  ({
    scripts: [
      { src: 'https://shop.example/other.js', dataset: {} },
      { src, dataset },
    ],
  }) as never

describe('the script of a page without a build', () => {
  it('reads from its own tag what the page wants', () => {
    const page = pageWith(address, {
      projectId: 'shop',
      providerUrl: 'https://provider.example',
      themeMode: 'dark',
      eip155: ' mainnet, base\n polygon ',
      solana: 'solanaMainnet',
      cosmos: ' ',
    })
    expect(readTag(page, address)).toEqual({
      projectId: 'shop',
      providerUrl: 'https://provider.example',
      themeMode: 'dark',
      chains: { eip155: ['mainnet', 'base', 'polygon'], solana: ['solanaMainnet'] },
    })
  })

  it('leaves the start to a page that names no network, or imports it', () => {
    expect(readTag(pageWith(address, { projectId: 'shop' }), address)).toBeUndefined()
    expect(readTag(pageWith('https://else.example/x.js', { eip155: 'base' }), address)).toBe(
      undefined,
    )
  })

  it('starts with the networks of the families that are named, in order', async () => {
    const chains = { solana: ['solanaMainnet'], eip155: ['base', 'mainnet'] }
    const latchkey = await start({ projectId: 'shop', chains })
    expect(latchkey.getCaipNetworks().map(({ name }) => name)).toEqual([
      'Base',
      'Ethereum',
      'Solana',
    ])
    latchkey.destroy()
  })

  it.each([
    [{ eip155: ['atlantis'] }, '`atlantis`'],
    [{ eip155: ['defineNetwork'] }, '`defineNetwork`'],
    [{ eip155: ['toString'] }, '`toString`'],
    [{}, 'at least one network'],
  ])('refuses %j by name', async (chains, named) => {
    await expect(start({ projectId: 'shop', chains })).rejects.toMatchObject({
      code: 'config/invalid-option',
      message: expect.stringContaining(named),
    })
  })
})
