export default function ErrorScreen() {
  return <h1>error</h1>
}
