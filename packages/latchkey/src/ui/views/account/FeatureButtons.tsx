import type { WalletFeature } from '../../../core/config/features.js'
import type { Connected } from '../../../core/connection/selectors.js'
import * as accountText from '../../../core/text/account.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { type Icon, ReceiveIcon, SendIcon } from '../../icons/index.js'
import { useOpenSend } from './useOpenSend.js'

type FeatureButton = { readonly icon: Icon; readonly label: string }

/** What the account view offers. A feature without a line here has no button. */
const buttons: { readonly [feature in WalletFeature]?: FeatureButton } = {
  receive: { icon: ReceiveIcon, label: accountText.features.receive },
  send: { icon: SendIcon, label: accountText.features.send },
}

/** The actions of the account, in the site's order; nothing where all are switched off. */
export function FeatureButtons({ connection }: { readonly connection: Connected }) {
  const { stores } = useWidget()
  const { navigate } = useActions()
  const openSend = useOpenSend(connection)
  const features = useStore(stores.settings, (state) => state.features)
  const open: { readonly [feature in WalletFeature]?: (() => void) | undefined } = {
    receive: features.receive
      ? () => navigate({ view: 'WalletReceive', params: undefined })
      : undefined,
    send: openSend && (() => openSend()),
  }
  const prefix = connection.wallet.type === 'AUTH' ? 'wallet-features' : 'w3m-account-default'
  const shown = [...new Set(features.walletFeaturesOrder)].flatMap((feature) => {
    const [button, onPress] = [buttons[feature], open[feature]]
    return button && onPress ? [{ feature, onPress, ...button }] : []
  })
  if (shown.length === 0) return null
  return (
    <div className="features">
      {shown.map(({ feature, icon: Icon, label, onPress }) => (
        <button
          key={feature}
          type="button"
          className="feature"
          data-testid={`${prefix}-${feature}-button`}
          onClick={onPress}
        >
          <Icon />
          <span>{label}</span>
        </button>
      ))}
    </div>
  )
}
