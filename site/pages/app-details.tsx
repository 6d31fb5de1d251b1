export default function AppDetails() {
  return <h1>app-details</h1>
}
