import { Button } from '@latchkey/parts/Button'
import { useMemo } from 'react'
import { createMomentFormat } from '../../../core/format/time.js'
import { getNetworkById } from '../../../core/network/store.js'
import type { GrantStatus } from '../../../core/sessions/sessionGrant.js'
import type { SmartSessionDetails } from '../../../core/sessions/smartSession.js'
import * as sessionsText from '../../../core/text/sessions.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { Picture } from '../../../ui/parts/Picture.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { revokeShownSession } from '../actions/revokeSession.js'
import { getGrantStatuses, getStatus } from '../grantStatuses.js'
import type { SessionEntry } from '../sessionEntries.js'
import { LimitDetails } from './LimitDetails.js'

const text = sessionsText.list
const limitLines = 3

/** A site with its permission, what is left of it, and a button to revoke it. */
export function SessionCard({ session }: { readonly session: SessionEntry }) {
  const widget = useWidget()
  const network = useStore(widget.stores.network, (state) => getNetworkById(state, session.network))
  const statuses = getGrantStatuses(widget)
  const state = useResource(statuses, session, { load: true })
  const chain = 'value' in state ? state.value : undefined
  const status = getStatus(session, chain, widget.ports.clock.now())
  const { run, status: progress } = useAction(revokeShownSession)
  const name = session.site.name || text.unknownSite
  const hasEnded = status === 'revoked' || status === 'expired'
  return (
    <article className="session" aria-label={name} data-testid="session" data-status={status}>
      <div className="session-head">
        <Picture name={name} src={session.site.icon} size={40} shape="tile" />
        <span className="row-text">
          <bdi className="row-title">{name}</bdi>
          <span className="row-subtitle">
            <Term session={session} status={status} />
            {network && ` ${text.on(network.name)}`}
          </span>
        </span>
        {hasEnded && <Badge>{text.ended}</Badge>}
      </div>
      {!hasEnded && (
        <>
          <Limits
            session={session}
            chain={chain}
            isFailed={state.status === 'failed'}
            onRetry={() => void statuses.refresh(session)}
          />
          <Button
            variant="secondary"
            size="small"
            busy={progress === 'running'}
            label={text.revokeLabel(name)}
            testId="session-revoke"
            onClick={() => void run({ session })}
          >
            {progress === 'running' ? text.revoking : text.revoke}
          </Button>
        </>
      )}
    </article>
  )
}

type TermProps = {
  readonly session: SessionEntry
  readonly status: SmartSessionDetails['status']
}

function Term({ session: { startsAt = 0, expiresAt }, status }: TermProps) {
  const moment = useMemo(() => createMomentFormat(), [])
  if (status === 'revoked') return text.revoked
  if (status === 'expired') return text.expired(moment(expiresAt))
  return status === 'upcoming' ? text.notStarted(moment(startsAt)) : text.until(moment(expiresAt))
}

type LimitsProps = {
  readonly session: SessionEntry
  readonly chain: GrantStatus | undefined
  readonly isFailed: boolean
  readonly onRetry: () => void
}

function Limits({ session, chain, isFailed, onRetry }: LimitsProps) {
  if (session.key === undefined) return <p className="session-note">{text.unknownWallet}</p>
  if (chain?.state === 'invalid') return <p className="session-note">{text.invalid}</p>
  if (chain) return <LimitDetails session={session} chain={chain} />
  if (!isFailed) return <Skeleton kind="text" count={limitLines} />
  return (
    <p className="session-note" data-testid="session-unread">
      {text.unread}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {text.retry}
      </button>
    </p>
  )
}
