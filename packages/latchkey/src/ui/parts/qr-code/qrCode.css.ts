export const qrCodeCss = `
.qr {
  position: relative; display: block; inline-size: 300px; max-inline-size: 100%; margin-inline: auto; aspect-ratio: 1;
  border-radius: calc(var(--lk-radius)*5); background: #fff; color: var(--lk-qr);
  box-shadow: 0 0 0 1px var(--lk-line); overflow: hidden; forced-color-adjust: none;
}
.qr svg { inline-size: 100%; block-size: 100%; animation: appear 200ms }
.qr-image { position: absolute; inset: 0; display: grid; place-items: center }
.qr-image .picture { border-radius: 22% }
`
