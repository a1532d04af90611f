const token = new URLSearchParams(location.hash.slice(1)).get("token");
const answer = await fetch("/api/order?cards=52&kind=out", { headers: { "X-Faro-Token": token } });
document.getElementById("answer").textContent = await answer.text();
