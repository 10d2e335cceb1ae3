import { explorerLink } from '../../../core/network/explorerLink.js'
import type { Network } from '../../../core/network/network.js'
import * as activityText from '../../../core/text/activity.js'
import { modalText } from '../../../core/text/modal.js'
import { useActions } from '../../../ui/hooks/context.js'
import { Badge, type BadgeProps } from '../../../ui/parts/badge/Badge.js'
import type { RowFocus } from '../../../ui/parts/virtual-list/VirtualList.js'
import type { ActivityItem } from '../activityItem.js'
import { type RowWords, rowWords } from '../rowWords.js'
import { ActivityImage } from './ActivityImage.js'

type ActivityRowProps = {
  readonly item: ActivityItem
  readonly network: Network
  readonly now: number
  readonly moment: (time: number) => string
  readonly focus: RowFocus
}

const { copyHash, hashCopied } = activityText.activity

/** Leads to the network's explorer; without one it copies the hash, and before there is one it only tells. */
export function ActivityRow({ item, network, now, moment, focus }: ActivityRowProps) {
  const { copyText } = useActions()
  const time = moment(item.time)
  const words = rowWords(item, { now, time })
  const { hash } = item
  const href = explorerLink(network, 'transaction', hash)
  const common = { className: 'row activity-row', 'data-testid': 'activity-row', ...focus }
  const content = (hint: string) => (
    <>
      <span className="visually-hidden">{words.spoken + hint}</span>
      <RowContent item={item} words={words} time={time} />
    </>
  )
  if (href !== undefined) {
    return (
      <a {...common} href={href} target="_blank" rel="noreferrer noopener">
        {content(` (${modalText.shell.opensNewTab})`)}
      </a>
    )
  }
  if (hash !== undefined) {
    return (
      <button
        {...common}
        type="button"
        title={copyHash}
        onClick={() => copyText({ text: hash, done: hashCopied })}
      >
        {content(`. ${copyHash}`)}
      </button>
    )
  }
  return (
    <div {...common} className="row row-static activity-row">
      {content('')}
    </div>
  )
}

type RowContentProps = {
  readonly item: ActivityItem
  readonly words: RowWords
  readonly time: string
}

/** For the eye; the row's own sentence says all of it. Few and flat, because rows are made while scrolling. */
function RowContent({ item, words, time }: RowContentProps) {
  return (
    <span className="activity-seen" aria-hidden="true">
      <ActivityImage item={item} />
      <span className="row-title">{words.title}</span>
      {words.badge && <Badge tone={toneOf(item)}>{words.badge}</Badge>}
      <span className="activity-time" title={time}>
        {words.when}
      </span>
      {/* Names come from strangers: they keep their own direction, and numbers stay before symbols. */}
      <span className="activity-facts" title={words.spoken}>
        <bdi dir="ltr">{words.what}</bdi>
        {words.other && ` ${words.joint} `}
        {words.other && <bdi dir="auto">{words.other}</bdi>}
      </span>
    </span>
  )
}

function toneOf({ status, isSuspicious }: ActivityItem): NonNullable<BadgeProps['tone']> {
  if (isSuspicious || status === 'unclear') return 'warn'
  if (status === 'failed') return 'bad'
  return status === 'pending' || status === 'asked' ? 'accent' : 'neutral'
}
