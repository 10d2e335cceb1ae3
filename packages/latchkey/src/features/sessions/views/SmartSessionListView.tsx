import { Notice } from '@latchkey/parts/Notice'
import * as sessionsText from '../../../core/text/sessions.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useResource } from '../../../ui/hooks/useResource.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { SessionsIcon } from '../../../ui/icons/lazyIcons.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList, Stack } from '../../../ui/parts/Stack.js'
import { getSessionOwner, type SessionEntry, type SessionOwner } from '../sessionEntries.js'
import { getSessionLists } from '../sessionLists.js'
import { SessionCard } from './SessionCard.js'

const text = sessionsText.list
const skeletonCount = 2

/** Public surface §4.15: the sites that may act for the account. */
export function SmartSessionListView() {
  const owner = useStores(['connection', 'network'], getSessionOwner)
  if (!owner) return <NoSessions />
  return <AccountSessions key={`${owner.networkId}:${owner.address}`} owner={owner} />
}

function AccountSessions({ owner }: { readonly owner: SessionOwner }) {
  const lists = getSessionLists(useWidget())
  const state = useResource(lists, owner, { load: true })
  const shown = 'value' in state ? state.value : undefined
  if (!shown) {
    if (state.status !== 'failed') return <Skeleton kind="row" count={skeletonCount} />
    const { failedTitle, failedText } = text
    const refresh = () => void lists.refresh(owner)
    return <Failure title={failedTitle} text={failedText} onRetry={refresh} />
  }
  const { list, isIncomplete } = shown
  return (
    <Stack gap={16}>
      {isIncomplete && (
        <Notice tone="warn" title={text.incomplete} testId="sessions-incomplete">
          {text.incompleteText}
        </Notice>
      )}
      {list.length === 0 ? <NoSessions /> : <Sessions list={list} />}
    </Stack>
  )
}

function Sessions({ list }: { readonly list: readonly SessionEntry[] }) {
  return (
    <>
      <p className="sessions-intro">{text.intro}</p>
      <RowList label={text.list}>
        {list.map((session) => (
          <li key={session.id}>
            <SessionCard session={session} />
          </li>
        ))}
      </RowList>
    </>
  )
}

function NoSessions() {
  return (
    <Empty icon={SessionsIcon} title={text.emptyTitle} testId="sessions-empty">
      {text.emptyText}
    </Empty>
  )
}
