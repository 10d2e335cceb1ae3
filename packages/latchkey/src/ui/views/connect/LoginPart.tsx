import type { ConnectMethod } from '../../../core/config/features.js'
import { useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { afterPaint } from '../../parts/fetched/afterPaint.js'
import { Fetched } from '../../parts/fetched/Fetched.js'
import { Skeleton } from '../../parts/skeleton/Skeleton.js'

const load = () =>
  afterPaint().then(() => import('../../../features/login/views/sections/index.js'))

/** A row with the gap to the next one, and a divider with its own: at the edge, and between rows. */
const rowHeight = 64
const outerDivider = 44
const innerDivider = 52

export type LoginPartProps = {
  /** Wallets among them are one button. */
  readonly methods: readonly ConnectMethod[]
  /** On which side of these the list of wallets stands, if there is one. */
  readonly wallets: 'above' | 'below' | undefined
  readonly disabled: boolean
}

/** Logins, fetched when the view has been painted, in a place kept as high as they are. */
export function LoginPart(params: LoginPartProps) {
  const { methods, wallets } = params
  const { settings } = useWidget().stores
  const hasMarks = useStore(settings, ({ remoteFeatures: { socials } }) => socials && !!socials[2])
  if (!methods[0]) return null
  const rows = methods.length + (methods.includes('social') && hasMarks ? 1 : 0)
  const dividers = wallets ? outerDivider : methods.includes('wallet') ? innerDivider : 0
  return (
    <div
      style={{
        display: 'grid',
        alignContent: wallets === 'above' ? 'end' : 'start',
        minBlockSize: rows * rowHeight - 8 + dividers,
      }}
    >
      <Fetched load={load} params={params} pending={<Skeleton kind="row" count={rows} />} />
    </div>
  )
}
