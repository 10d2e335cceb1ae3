import * as v from 'valibot'
import { linkKinds } from '../registry/walletListing.js'
import { defineEndpoint } from './endpoint.js'
import {
  absentable,
  commaList,
  imageAddress,
  label,
  walletAddress,
  webAddress,
  wholeNumber,
} from './fields.js'

const walletId = v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/, 'Not a wallet id.'))
const imageId = v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/, 'Not an image id.'))

/** A wallet in the directory (specification §3). */
export const directoryWallet = v.object({
  id: walletId,
  name: v.pipe(label, v.minLength(1)),
  badge_type: absentable(v.picklist(['certified', 'none'])),
  description: absentable(v.pipe(v.string(), v.maxLength(1_024))),
  homepage: absentable(webAddress),
  chains: absentable(v.array(v.string())),
  image_id: absentable(imageId),
  image_url: absentable(imageAddress),
  order: absentable(v.number()),
  mobile_link: absentable(walletAddress),
  link_mode: absentable(webAddress),
  desktop_link: absentable(walletAddress),
  webapp_link: absentable(webAddress),
  app_store: absentable(webAddress),
  play_store: absentable(webAddress),
  chrome_store: absentable(webAddress),
  rdns: absentable(label),
  injected: absentable(
    v.array(v.object({ namespace: absentable(v.string()), injected_id: absentable(v.string()) })),
  ),
  supports_wc: absentable(v.boolean()),
})

export type DirectoryWallet = v.InferOutput<typeof directoryWallet>

const addresses = { web: webAddress, image: imageAddress, wallet: walletAddress }

/** Removes invalid links instead of rejecting the whole list. */
function withoutBadLinks(wallet: unknown): unknown {
  if (typeof wallet !== 'object' || wallet === null) return wallet
  const isBad = (field: string, value: unknown) =>
    typeof value === 'string' &&
    Object.hasOwn(linkKinds, field) &&
    !v.is(addresses[linkKinds[field as keyof typeof linkKinds]], value)
  return Object.fromEntries(Object.entries(wallet).filter(([field, value]) => !isBad(field, value)))
}

/** Maximum page size; more are not sent. */
export const maxWalletPage = 100

export const getWallets = defineEndpoint({
  name: 'getWallets',
  method: 'GET',
  path: '/getWallets',
  query: v.object({
    page: v.optional(wholeNumber(1, 10_000), '1'),
    entries: v.optional(
      v.pipe(
        wholeNumber(1, 999_999_999),
        v.transform((entries) => Math.min(entries, maxWalletPage)),
      ),
      '40',
    ),
    search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
    badge_type: v.optional(v.picklist(['certified', 'none'])),
    badge: v.optional(v.literal('certified')),
    include: v.optional(commaList(walletId, 1_000)),
    exclude: v.optional(commaList(walletId, 1_000)),
    /** Network ids. No wallet matches an unknown one. */
    chains: v.optional(commaList(label, 100)),
    names: v.optional(commaList(label, 100)),
    rdns: v.optional(commaList(label, 100)),
    sort: v.optional(v.picklist(['default', 'wcpay'])),
    include_pay_only: v.optional(v.picklist(['true', 'false'])),
  }),
  response: v.object({
    data: v.array(v.pipe(v.unknown(), v.transform(withoutBadLinks), directoryWallet)),
    count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  caching: 'public',
})

export const getWalletImage = defineEndpoint({
  name: 'getWalletImage',
  method: 'GET',
  path: '/getWalletImage/:id',
  params: v.object({ id: imageId }),
  caching: 'image',
})

/** Image of a network or a connector. */
export const getAssetImage = defineEndpoint({
  name: 'getAssetImage',
  method: 'GET',
  path: '/public/getAssetImage/:id',
  params: v.object({ id: imageId }),
  caching: 'image',
})

export const getCurrencyImage = defineEndpoint({
  name: 'getCurrencyImage',
  method: 'GET',
  path: '/public/getCurrencyImage/:id',
  params: v.object({ id: imageId }),
  caching: 'image',
})

export const getTokenImage = defineEndpoint({
  name: 'getTokenImage',
  method: 'GET',
  path: '/public/getTokenImage/:id',
  params: v.object({ id: imageId }),
  caching: 'image',
})
