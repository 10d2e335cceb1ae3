import { BackIcon, ChevronDownIcon, CloseIcon, HelpIcon } from '@latchkey/parts/icons'
import { getActiveNetwork } from '../../core/network/store.js'
import { modalText } from '../../core/text/modal.js'
import { useActions, useModalContext, useWidget } from '../hooks/context.js'
import { useStore } from '../hooks/useStore.js'
import { IconButton } from '../parts/IconButton.js'
import { Lazy, lazyComponent } from '../parts/Lazy.js'
import { NetworkImage } from '../parts/Picture.js'
import { type RouteEntry, routeKey, useTitle } from './View.js'

const loadSessionsButton = lazyComponent(
  () => import('../parts/SessionsRow.js'),
  ({ SessionsButton }) => SessionsButton,
)

type HeaderProps = {
  readonly entry: RouteEntry
  readonly titleId: string
}

export function Header({ entry, titleId }: HeaderProps) {
  const { widget, embedded } = useModalContext()
  const { requestClose } = useActions()
  const hasSessions = useStore(widget.stores.settings, ({ features }) => features.smartSessions)
  const title = useTitle(entry.route)
  return (
    <div className="header">
      <span className="grabber" />
      <HeaderStart entry={entry} />
      {title ? (
        <h1
          key={routeKey(entry)}
          id={titleId}
          className="header-title"
          data-testid="w3m-header-text"
        >
          {title}
        </h1>
      ) : (
        <h1 id={titleId}>
          <span className="visually-hidden">{modalText.shell.untitled}</span>
        </h1>
      )}
      <span className="header-end">
        {hasSessions && entry.route.view === 'Account' && (
          <Lazy load={loadSessionsButton} pending={<span />} />
        )}
        {!embedded && (
          <IconButton
            icon={CloseIcon}
            label={modalText.shell.close}
            onClick={() => requestClose()}
            testId="w3m-header-close"
          />
        )}
      </span>
    </div>
  )
}

/** The network button on Account, help on the first view, Back on all others. */
function HeaderStart({ entry: { route, depth } }: { readonly entry: RouteEntry }) {
  const { widget, embedded } = useModalContext()
  const { goBack, navigate, recordEvent } = useActions()
  if (route.view === 'Account' && widget.config.networkSwitch) return <NetworkSelect />
  const canGoBack = depth > 1 && route.view !== 'ApproveTransaction'
  if (canGoBack && !(embedded && route.view === 'Connect')) {
    return (
      <IconButton
        key="back"
        icon={BackIcon}
        label={modalText.shell.back}
        onClick={() => goBack()}
        testId="header-back"
      />
    )
  }
  if (route.view !== 'Connect') return <span />
  return (
    <IconButton
      key="help"
      icon={HelpIcon}
      label={modalText.shell.help}
      onClick={() => {
        recordEvent({ event: 'CLICK_WALLET_HELP' })
        navigate({ view: 'WhatIsAWallet', params: undefined })
      }}
    />
  )
}

function NetworkSelect() {
  const widget = useWidget()
  const { navigate, recordEvent } = useActions()
  const network = useStore(widget.stores.network, (state) => getActiveNetwork(state))
  const count = useStore(widget.stores.network, (state) => state.networks.length)
  const isUseful = count > 1 || !network
  const activeName = { 'active-network': network?.name }
  return (
    <span>
      <button
        type="button"
        className="network-select"
        aria-label={modalText.shell.selectNetwork(network?.name)}
        title={network?.name}
        aria-disabled={!isUseful || undefined}
        data-testid="w3m-account-select-network"
        {...activeName}
        onClick={() => {
          if (!isUseful) return
          recordEvent({ event: 'CLICK_NETWORKS' })
          navigate({ view: 'Networks', params: undefined })
        }}
      >
        <NetworkImage name={network?.name ?? '?'} src={network?.imageUrl} size={28} />
        <ChevronDownIcon size={16} />
      </button>
    </span>
  )
}
