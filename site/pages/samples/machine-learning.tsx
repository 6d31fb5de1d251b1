export default function MachineLearning() {
  return <h1>machine-learning</h1>
}
