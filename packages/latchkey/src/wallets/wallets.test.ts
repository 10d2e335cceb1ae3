import { isNamespace, isNetworkId } from '@latchkey/wire/caip'
import { isImageLink, isWebLink } from '@latchkey/wire/links'
import { parseWalletListing } from '@latchkey/wire/registry/walletListing'
import * as networks from 'latchkey/networks'
import * as images from 'latchkey/networks/images'
import * as known from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { NetworkInput } from '../core/network/network.js'
import { dappLinks } from '../core/wallets/walletLinks.js'
import type { PackagedWallet } from './packagedWallet.js'

const { wallets, ...named } = known

function expectSafeSvg(image: string, name: string): void {
  expect(isImageLink(image), name).toBe(true)
  const svg = decodeURIComponent(image.replace('data:image/svg+xml,', ''))
  expect(svg.startsWith('<svg '), name).toBe(true)
  expect(svg, name).not.toMatch(/NaN|undefined|<script|<text|<image|\son\w+=|href="(?!#)/)
  expect(image.length, name).toBeLessThan(16_384)
}

const duplicates = (values: readonly (string | undefined)[]) =>
  values.filter((value, index) => value !== undefined && values.indexOf(value) !== index)

describe('latchkey/networks/images', () => {
  const { networkImages, ...ofNetworks } = images

  it('has the images of at least 30 networks, each as an export of its own too', () => {
    expect(Object.keys(ofNetworks).length).toBeGreaterThanOrEqual(30)
    expect(new Set(Object.values(networkImages))).toEqual(new Set(Object.values(ofNetworks)))
    expect(duplicates(Object.values(ofNetworks))).toEqual([])
    for (const [id, image] of Object.entries(networkImages)) {
      expect(isNetworkId(id), id).toBe(true)
      expectSafeSvg(image, id)
    }
  })

  it('has an image of every network of `latchkey/networks`, under its name', () => {
    for (const [name, { id, chainNamespace = 'eip155', testnet }] of Object.entries(
      networks as { readonly [name: string]: Partial<NetworkInput> },
    )) {
      if (id === undefined) continue
      const image = networkImages[`${chainNamespace}:${id}`]
      expect(image, name).toBeDefined()
      const named = (ofNetworks as { readonly [name: string]: string })[`${name}Image`]
      if (named !== undefined) expect(named, name).toBe(image)
      else expect(testnet ?? name === 'polkadotAssetHub', name).toBe(true)
    }
  })
})

describe('latchkey/wallets', () => {
  it('has at least 60 wallets, each as an export of its own and once in the list', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(60)
    expect(new Set(wallets)).toEqual(new Set(Object.values(named)))
    expect(wallets).toHaveLength(Object.keys(named).length)
  })

  it('names each export like its wallet', () => {
    const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
    for (const [exported, { name }] of Object.entries(named)) {
      const expected = [bare(name).replace(/^1/, 'one'), `${bare(name)}wallet`]
      expect(expected).toContain(bare(exported))
    }
  })

  it('has facts that the widget accepts without dropping a field', () => {
    for (const wallet of wallets) {
      const { injected = [], supports_wc, ...listing } = wallet
      expect(parseWalletListing(listing), wallet.name).toEqual(listing)
      for (const { namespace } of injected) expect(isNamespace(namespace), wallet.name).toBe(true)
      if (wallet.mobile_link) expect(supports_wc, wallet.name).toBe(true)
      expect(wallet.chains.length, wallet.name).toBeGreaterThan(0)
      expect(isWebLink(wallet.homepage), wallet.name).toBe(true)
    }
  })

  it('names no wallet, announcement, picture or link twice', () => {
    const fields = ['id', 'name', 'rdns', 'image_id', 'image_url', 'mobile_link'] as const
    for (const field of fields) {
      expect(duplicates(wallets.map((wallet) => wallet[field])), field).toEqual([])
    }
  })

  it('opens at least 60 wallets on a phone', () => {
    const opens = ({ id, mobile_link }: PackagedWallet) => mobile_link ?? dappLinks[id]
    expect(wallets.filter(opens).length).toBeGreaterThanOrEqual(60)
  })

  it('has a picture of each that runs no script and asks no host', () => {
    for (const { name, image_url } of wallets) {
      expectSafeSvg(image_url, name)
    }
  })
})
