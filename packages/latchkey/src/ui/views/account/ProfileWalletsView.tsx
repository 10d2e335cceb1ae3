export function ProfileWalletsView() {
  return null
}
