export const nftsCss = `
.nfts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px }
.nfts .skeletons-tile { grid-template-columns: repeat(auto-fill, minmax(128px, 1fr)) }
.nfts .skeleton-tile { block-size: auto; padding-block-end: calc(18px + 1.43*var(--lk-body) + 1.34*var(--lk-caption)); overflow: clip }
.nfts .skeleton-tile::before { content: ''; display: block; aspect-ratio: 1; background: var(--lk-surface-2) }
.nfts > .button-small { justify-self: center }
.nft-card { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); text-align: start; scroll-margin-block: 12px; overflow: clip; transition: background-color 120ms, transform 80ms }
.nft-card:active { transform: scale(.985) }
.nft-frame { position: relative; display: grid; place-items: center; aspect-ratio: 1; overflow: hidden; background: var(--lk-surface-2) }
.nft-frame::after { content: ''; position: absolute; inset: 0; border-radius: inherit; box-shadow: inset 0 0 0 1px var(--lk-line); pointer-events: none }
.nft-image { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; opacity: 0; transition: opacity 200ms, transform 300ms }
.nft-image[data-shown=true] { opacity: 1 }
.nft-mark { display: grid; justify-items: center; gap: 8px; color: var(--lk-text-2) }
.nft-mark path { stroke-width: 1.25 }
.nft-count { position: absolute; inset-block-end: 8px; inset-inline-end: 8px; max-inline-size: calc(100% - 16px); padding: 2px 8px; border-radius: 99px; background: rgb(0 0 0/72%); color: #fff; font-size: var(--lk-caption); font-weight: 600; line-height: 1.5; font-variant-numeric: tabular-nums; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.nft-spam { position: absolute; inset-block-start: 8px; inset-inline: 8px }
.nft-spam .badge { max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis }
.nft-words { display: grid; grid-template-columns: minmax(0, 1fr); padding: 8px 10px 10px }
.nft-name, .nft-card .nft-collection { text-align: -webkit-match-parent; text-align: match-parent; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.nft-name { font-weight: 550; line-height: 1.43 }
.nft-card .nft-collection { min-block-size: 1.34em; font-size: var(--lk-caption); line-height: 1.34 }
.nft-collection { color: var(--lk-text-2) }
@media (hover: hover) { .layer:not([data-long=scrolled]) .nft-card:hover { background: var(--lk-surface-2) } .layer:not([data-long=scrolled]) .nft-card:hover .nft-image { transform: scale(1.03) } }

.nft { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
.nft .skeleton-qr { inline-size: 100% }
.nft-large { border-radius: calc(var(--lk-radius)*5); background: var(--lk-surface-1) }
.nft-large .nft-image { object-fit: contain }
.nft-heading { display: grid; gap: 2px }
.nft-heading > *, .nft-description p { text-align: -webkit-match-parent; text-align: match-parent; overflow-wrap: anywhere }
.nft-heading .nft-collection { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.nft-title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; font-size: var(--lk-title); font-weight: 600; line-height: 1.35; letter-spacing: -.01em }
.nft-description { display: grid; justify-items: start; gap: 4px; color: var(--lk-text-2) }
.nft-description p { inline-size: 100%; white-space: pre-line }
.nft-description-part { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden }
.nft-facts { display: grid; margin: 0; border-radius: var(--lk-radius-row); background: var(--lk-surface-1); padding-inline: 14px }
.nft-fact { display: flex; align-items: center; justify-content: space-between; gap: 16px; min-block-size: 44px }
.nft-fact + .nft-fact { border-block-start: 1px solid var(--lk-line) }
.nft-fact dt { color: var(--lk-text-2) }
.nft-fact dd { min-inline-size: 0; margin: 0; font-weight: 500; font-variant-numeric: tabular-nums; text-align: end; overflow-wrap: anywhere }
.nft-copy { display: inline-flex; align-items: center; gap: 6px; min-block-size: 44px; margin-inline-end: -8px; padding-inline: 8px; border-radius: 22px; font-weight: 500 }
.nft-copy .icon { color: var(--lk-text-3) }
@media (hover: hover) { .nft-copy:hover .icon { color: var(--lk-text-1) } }
@media (prefers-reduced-motion: reduce) { .nft-card, .nft-image { transition: none; transform: none !important } }
@media (forced-colors: active) { .nft-card { border: 1px solid ButtonBorder } .nft-frame, .nft-facts { border: 1px solid GrayText } .nft-count { border: 1px solid } }
`
