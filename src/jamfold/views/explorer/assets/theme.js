// Light or dark: what was chosen, and the button that chooses.  A browser that keeps nothing has its system's colours.

function remember(look) {
  try {
    if (look) localStorage.setItem("jamfold-theme", look);
    return localStorage.getItem("jamfold-theme");
  } catch {
    return null;
  }
}

export function takeTheme() {
  const root = document.documentElement;
  document.querySelector(".theme")?.addEventListener("click", () => {
    root.dataset.theme = getComputedStyle(root).colorScheme === "dark" ? "light" : "dark";
    remember(root.dataset.theme);
  });
  const theme = remember();
  if (theme) root.dataset.theme = theme;
}
