import type { Icon } from '@latchkey/parts/icons'
import { icon } from '@latchkey/parts/icons'
import { RowIcon } from '@latchkey/parts/ListRow'
import type { Network } from '../../../core/network/network.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import * as activityText from '../../../core/text/activity.js'
import { modalText } from '../../../core/text/modal.js'
import { useActions } from '../../../ui/hooks/context.js'
import { Badge, type BadgeProps } from '../../../ui/parts/Badge.js'
import { Picture } from '../../../ui/parts/Picture.js'
import type { RowFocus } from '../../../ui/parts/virtual-list/VirtualList.js'
import { type ActivityItem, type ActivityTransfer, isUnsettled } from '../activityItem.js'
import { formatRow, type RowTexts } from '../formatRow.js'

type ActivityRowProps = {
  readonly item: ActivityItem
  readonly network: Network
  readonly now: number
  readonly moment: (time: number) => string
  readonly focus: RowFocus
}

const { copyHash, hashCopied } = activityText.activity

/** Links to the explorer; without an explorer it copies the hash, without a hash it does nothing. */
export function ActivityRow({ item, network, now, moment, focus }: ActivityRowProps) {
  const { copyText } = useActions()
  const time = moment(item.time)
  const texts = formatRow(item, { now, time })
  const { hash } = item
  const href = getExplorerUrl(network, 'transaction', hash)
  const common = { className: 'row activity-row', 'data-testid': 'activity-row', ...focus }
  const content = (hint: string) => (
    <>
      <span className="visually-hidden">{texts.spoken + hint}</span>
      <RowContent item={item} texts={texts} time={time} />
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
  readonly texts: RowTexts
  readonly time: string
}

/** Hidden from screen readers, which get one sentence. Few elements, because rows mount while scrolling. */
function RowContent({ item, texts, time }: RowContentProps) {
  return (
    <span className="activity-seen" aria-hidden="true">
      <ActivityImage item={item} />
      <span className="row-title">{texts.title}</span>
      {texts.badge && <Badge tone={toneOf(item)}>{texts.badge}</Badge>}
      <span className="activity-time" title={time}>
        {texts.when}
      </span>
      {/* Names are untrusted: `bdi` isolates their text direction. */}
      <span className="activity-facts" title={texts.spoken}>
        <bdi dir="ltr">{texts.what}</bdi>
        {texts.other && ` ${texts.joint} `}
        {texts.other && <bdi dir="auto">{texts.other}</bdi>}
      </span>
    </span>
  )
}

function toneOf({ status, isSuspicious }: ActivityItem): NonNullable<BadgeProps['tone']> {
  if (isSuspicious || status === 'unclear') return 'warn'
  if (status === 'failed') return 'bad'
  return status === 'pending' || status === 'requested' ? 'accent' : 'neutral'
}

/** Token images with a mark for direction and status. */
function ActivityImage({ item }: { readonly item: ActivityItem }) {
  const [first, second] = item.transfers
  const Direction = directionOf(item)
  const Mark = markOf(item) ?? Direction
  const formatApproval = item.approval?.symbol
  return (
    <span className="activity-image">
      {first && second ? (
        <>
          <Token transfer={first} size={28} />
          <Token transfer={second} size={28} />
        </>
      ) : first ? (
        <Token transfer={first} size={40} />
      ) : formatApproval ? (
        <Picture name={formatApproval} src={item.approval?.image} size={40} shape="round" />
      ) : (
        <RowIcon icon={Direction} />
      )}
      {(first || formatApproval || Mark !== Direction) && (
        <span className={`activity-mark activity-mark-${item.status}`}>
          <Mark size={12} />
        </span>
      )}
    </span>
  )
}

function Token({ transfer, size }: { readonly transfer: ActivityTransfer; readonly size: number }) {
  const { label, image, isCollectible } = transfer
  return <Picture name={label} src={image} size={size} shape={isCollectible ? 'tile' : 'round'} />
}

function directionOf({ operation, transfers, approval }: ActivityItem): Icon {
  if (approval || operation === 'approve') return PermitMark
  const directions = transfers.map(({ direction }) => direction)
  if (directions.includes('in')) return directions.includes('out') ? SwapMark : InMark
  if (directions.length > 0 || operation === 'send') return OutMark
  return CallMark
}

/** Replaces the direction for transactions that are not confirmed. */
function markOf(item: ActivityItem): Icon | undefined {
  if (item.status === 'confirmed') return undefined
  return isUnsettled(item) ? WaitingMark : FailedMark
}

/** Marks are bolder than other icons, to be readable at 12 px. */
const InMark = /* @__PURE__ */ icon('M14.5 5.5l-9 9M5.5 7.5v7h7')

const OutMark = /* @__PURE__ */ icon('M5.5 14.5l9-9M7.5 5.5h7v7')

const SwapMark = /* @__PURE__ */ icon('M4 7h12l-3.5-3.5M16 13H4l3.5 3.5')

const CallMark = /* @__PURE__ */ icon('M7 5.5L2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5')

const PermitMark = /* @__PURE__ */ icon('M4.5 10.5l3.75 3.75L15.5 6.5')

const FailedMark = /* @__PURE__ */ icon('M5.5 5.5l9 9m0-9l-9 9')

const WaitingMark = /* @__PURE__ */ icon('M10 5v5.5l3.5 2.5')

export const ClockIcon = /* @__PURE__ */ icon(
  'M10 17.5a7.5 7.5 0 100-15 7.5 7.5 0 000 15M10 5.75V10l2.75 1.75',
)
