import { GridIcon, QrIcon } from '@latchkey/parts/icons'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import * as connectText from '../../../core/text/connect.js'
import type { WalletRow } from '../../../core/wallets/walletList.js'
import { useActions } from '../../hooks/context.js'
import { Badge } from '../../parts/Badge.js'
import { WalletImage } from '../../parts/Picture.js'
import { Skeleton } from '../../parts/Skeleton.js'
import { RowList } from '../../parts/Stack.js'
import { useChooseWallet } from './useWalletList.js'

export type WalletRowsProps = {
  readonly rows: readonly WalletRow[]
  /** Number of rows still loading. */
  readonly pending: number
  /** Number of wallets in AllWallets; undefined if unknown. With 0 there is no entry. */
  readonly allCount: number | undefined
  /** The terms are not accepted yet. */
  readonly disabled: boolean
}

export function WalletRows({ rows, pending, allCount, disabled }: WalletRowsProps) {
  const choose = useChooseWallet()
  const { navigate, recordEvent } = useActions()
  return (
    <RowList label={connectText.connect.walletList}>
      {rows.map((row) => (
        <li key={row.id}>
          <ListRow
            image={<RowImage row={row} />}
            title={row.name}
            trailing={row.badge && <Badge>{connectText.badges[row.badge]}</Badge>}
            disabled={disabled || row.blocked !== undefined}
            testId={row.testId}
            onClick={() => choose(row)}
          />
        </li>
      ))}
      {pending > 0 && (
        <li>
          <Skeleton kind="row" count={pending} />
        </li>
      )}
      {allCount !== 0 && (
        <li>
          <ListRow
            image={<RowIcon icon={GridIcon} />}
            title={connectText.connect.allWallets}
            trailing={allCount && <Badge>{roundedCount(allCount)}</Badge>}
            disabled={disabled}
            testId="all-wallets"
            onClick={() => {
              recordEvent({ event: 'CLICK_ALL_WALLETS' })
              navigate({ view: 'AllWallets', params: undefined })
            }}
          />
        </li>
      )}
    </RowList>
  )
}

function RowImage({ row }: { readonly row: WalletRow }) {
  if (row.group === 'walletConnect' && row.image === undefined) return <RowIcon icon={QrIcon} />
  return <WalletImage name={row.name} src={row.image} />
}

/** Exact below ten, then rounded down to tens with a plus. */
function roundedCount(count: number): string {
  if (count < 10) return String(count)
  const tens = count - (count % 10)
  return tens === count ? String(count) : `${tens}+`
}
