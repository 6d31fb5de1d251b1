export default function Jobs() {
  return <h1>jobs</h1>
}
