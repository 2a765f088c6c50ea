/* The site: one page that shows what its address names. */
import { mount } from "svelte";
import "../page.css";
import "./site.css";
import Site from "./Site.svelte";

mount(Site, { target: document.getElementById("app")! });
