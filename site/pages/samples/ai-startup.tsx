export default function AiStartup() {
  return <h1>ai-startup</h1>
}
