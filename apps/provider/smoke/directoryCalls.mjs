import {
  featureIds,
  getAllowedOrigins,
  getAnalyticsConfig,
  getProjectConfig,
} from '@latchkey/wire/http/config'
import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
} from '@latchkey/wire/http/wallets'

const minWallets = 60
const pageSize = 40

/** Project settings, wallets and images. */
export async function callDirectory({ call, confirm }) {
  await call(
    getProjectConfig,
    {},
    {
      check: ({ features }) => {
        const missing = featureIds.filter((id) => !features.some((feature) => feature.id === id))
        if (missing.length > 0) throw new Error(`no ${missing.join(', ')}`)
        return `${features.length} features`
      },
    },
  )
  await call(
    getAllowedOrigins,
    {},
    { check: ({ allowedOrigins }) => `${allowedOrigins.length} sites` },
  )
  await call(
    getAnalyticsConfig,
    {},
    {
      check: ({ isAnalyticsEnabled }) => (isAnalyticsEnabled ? 'on' : 'off'),
    },
  )

  const wallets = (name, input, check) =>
    call(getWallets, input, { name: `getWallets ${name}`, check })
  const first = await wallets('', { entries: String(pageSize) }, ({ data, count }) => {
    if (data.length !== pageSize || count < minWallets)
      throw new Error(`${data.length} of ${count}`)
    return `${data.length} of ${count}`
  })
  const second = await wallets('page 2', { entries: String(pageSize), page: '2' })
  const ids = [...(first?.data ?? []), ...(second?.data ?? [])].map(({ id }) => id)
  confirm('pages do not repeat', new Set(ids).size === ids.length, `${ids.length} wallets`)
  const [one, two] = first?.data ?? []
  await wallets('search', { search: one?.name }, ({ data }) => {
    if (data[0]?.id !== one?.id) throw new Error(`"${one?.name}" is not the first found`)
    return data[0].name
  })
  await wallets('include', { include: `${one?.id},${two?.id}` }, ({ data, count }) => {
    if (count !== 2) throw new Error(`${count} instead of two`)
    return data.map(({ name }) => name).join(', ')
  })
  await wallets('exclude', { exclude: one?.id }, ({ data, count }) => {
    if (data.some(({ id }) => id === one?.id)) throw new Error(`${one?.name} is there`)
    return `${count} others`
  })
  await wallets('badge_type', { badge_type: 'certified' }, ({ data, count }) => {
    if (data.some((wallet) => wallet.badge_type !== 'certified')) throw new Error('others too')
    return `${count} certified`
  })
  await wallets('chains', { chains: 'eip155:8453' }, ({ data, count }) => {
    if (count === 0) throw new Error('none for Base')
    if (data.some(({ chains }) => !chains?.includes('eip155:8453'))) throw new Error('others too')
    return `${count} for Base`
  })

  const size = ({ type, bytes }) => `${type}, ${bytes} bytes`
  await call(getWalletImage, { id: one?.image_id ?? one?.id }, { check: size })
  await call(getAssetImage, { id: 'eip155-1' }, { check: size })
  await call(getCurrencyImage, { id: 'USD' }, { check: size })
  await call(getTokenImage, { id: 'USDC' }, { check: size })
  await call(
    getTokenImage,
    { id: 'no-such-token' },
    { name: 'getTokenImage, unknown', status: 404 },
  )
}
