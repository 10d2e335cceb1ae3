import { ChevronDownIcon } from '@latchkey/parts/icons'
import { parseAccountId } from '@latchkey/wire/caip'
import { type ReactNode, useId, useState } from 'react'
import { shortenAddress } from '../../../core/format/format.js'
import { getNetworkById } from '../../../core/network/store.js'
import type { SiwxMessageToSign } from '../../../core/siwx/siwx.js'
import type { SiwxState } from '../../../core/siwx/store.js'
import { signIn as text } from '../../../core/text/signIn.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Avatar } from '../../../ui/parts/Avatar.js'
import { NetworkImage } from '../../../ui/parts/Picture.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'

type SignInDetailsProps = {
  readonly state: SiwxState
  /** There is no message, and none is being created. */
  readonly hasFailed: boolean
}

/** Who asks, which account signs, and the exact message. */
export function SignInDetails({ state: { account, message }, hasFailed }: SignInDetailsProps) {
  const { stores } = useWidget()
  const parsed = parseAccountId(account)
  const network = useStore(
    stores.network,
    (state) => parsed && getNetworkById(state, parsed.networkId),
  )
  return (
    <section className="signin-details" aria-label={text.details}>
      {!hasFailed && (
        <Detail name={text.website}>
          {message ? (
            <bdi className="signin-domain" data-testid="siwx-domain">
              {message.domain}
            </bdi>
          ) : (
            <Pending />
          )}
        </Detail>
      )}
      {parsed && (
        <Detail name={text.account}>
          <Avatar address={parsed.address} size={20} />
          <bdi dir="ltr" title={parsed.address} data-testid="siwx-account">
            {shortenAddress(parsed.address)}
          </bdi>
        </Detail>
      )}
      {network && (
        <Detail name={text.network}>
          <NetworkImage name={network.name} src={network.imageUrl} size={20} />
          {network.name}
        </Detail>
      )}
      {!hasFailed && <MessageDisclosure message={message} />}
    </section>
  )
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="signin-detail">
      <span className="signin-label">{name}</span>
      <span className="signin-value">{children}</span>
    </div>
  )
}

function Pending() {
  return (
    <span className="signin-pending">
      <Skeleton kind="text" />
    </span>
  )
}

/** The text exactly as the wallet signs it. */
function MessageDisclosure({ message }: { readonly message: SiwxMessageToSign | undefined }) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  const isOpen = isShown && message !== undefined
  return (
    <div className="signin-message">
      <button
        type="button"
        className="signin-disclosure"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-disabled={!message || undefined}
        data-testid="siwx-show-message"
        onClick={() => message && setShown(!isShown)}
      >
        <span>{isOpen ? text.hideMessage : text.showMessage}</span>
        <ChevronDownIcon size={16} />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long messages are scrolled by keyboard
        <section id={id} className="signin-text-box" aria-label={text.message} tabIndex={0}>
          <pre className="signin-raw" data-testid="siwx-message">
            {message.toString()}
          </pre>
        </section>
      )}
    </div>
  )
}
