import * as connectText from '../../../core/text/connect.js'
import * as pairingText from '../../../core/text/pairing.js'
import type { WalletRow } from '../../../core/wallets/walletList.js'
import { CheckIcon } from '../../icons/index.js'
import type { CellFocus } from '../../parts/virtual-grid/VirtualGrid.js'
import { WalletImage } from '../../parts/wallet-image/WalletImage.js'
import { useChooseWallet } from '../connect/useChooseWallet.js'

export type WalletCardProps = { readonly row: WalletRow; readonly focus: CellFocus }

/** One wallet in the grid. */
export function WalletCard({ row, focus }: WalletCardProps) {
  const choose = useChooseWallet()
  const isBlocked = row.blocked !== undefined
  const isInstalled = row.badge === 'installed'
  return (
    <button
      {...focus}
      type="button"
      className="wallet-card"
      aria-disabled={isBlocked || undefined}
      title={row.name}
      data-testid={`wallet-search-item-${row.id}`}
      onClick={isBlocked ? undefined : () => choose(row)}
    >
      <span className="wallet-card-image">
        <WalletImage name={row.name} src={row.image} />
        {row.isCertified && (
          <span className="wallet-card-seal">
            <CheckIcon size={12} />
          </span>
        )}
      </span>
      <span className={isInstalled ? 'wallet-card-name wallet-card-short' : 'wallet-card-name'}>
        {row.name}
      </span>
      {isInstalled && <span className="wallet-card-badge">{connectText.badges.installed}</span>}
      {row.isCertified && (
        <span className="visually-hidden">{pairingText.allWallets.isCertified}</span>
      )}
    </button>
  )
}
