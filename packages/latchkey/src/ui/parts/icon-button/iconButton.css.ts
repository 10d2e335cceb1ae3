export const iconButtonCss = `
.icon-button {
  display: grid; place-items: center; flex: none;
  inline-size: 44px; block-size: 44px; border-radius: 50%;
  color: var(--lk-text-2);
  transition: background-color 120ms, color 120ms, transform 80ms;
}
.icon-button:active { transform: scale(.94); background: var(--lk-surface-2) }
.icon-button[aria-disabled=true] { opacity: .5 }
@media (hover: hover) { .icon-button:hover { background: var(--lk-surface-1); color: var(--lk-text-1) } }
`
